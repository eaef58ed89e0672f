"""The tests that each process begins with: what must come before a browser, then the dearest of all."""

DEAREST = (
    # These read the live stream as a page: before any browser is open, whose event loop then runs in the same thread.
    "test_no_page_writes_or_waits_when_it_is_read",
    "test_every_page_admits_its_audience_and_nobody_else",
    "test_two_hundred_quick_orders_leave_nothing_in_the_console",
    "test_both_sides_play_a_night_at_one_screen",
    "test_no_words_lie_over_others_on_any_page",
    "test_two_people_play_a_berlin_night_to_its_verdict_and_the_german_gets_nothing_secret",
    "test_a_downfall_night_against_the_bot_is_played_by_keys_alone",
    "test_thousands_of_such_requests_break_nothing_either",
    "test_4b_is_flown_alone_and_against_the_computer_umpire",
    "test_the_club_has_careers_in_every_state_and_is_made_once",
    "test_a_month_is_kept_from_the_table_goes_out_is_wiped_and_comes_in",
    "test_a_mirrored_match_goes_to_its_rating",
    "test_a_club_is_founded_and_its_duplicate_season_goes_to_the_final_table",
    "test_axe_finds_no_fault",
    "test_a_real_server_executes_no_forged_command",
    "test_the_share_of_a_lost_worker_is_done_again",
    "test_a_month_by_hand",
    "test_two_share_a_year_and_each_leaves_and_comes_back",
    "test_after_each_of_thirty_orders_both_results_and_the_next_order_are_in_sight",
    "test_a_night_of_ones_own_is_built_exported_taken_in_and_flown",
    "test_two_people_play_a_night",
    "test_a_broker_away_for_ten_seconds_loses_nothing",
    "test_standings_written_line_by_line_are_those_written_at_once",
    "test_what_is_called_likely_comes_true_about_as_often",
)
