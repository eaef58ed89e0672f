"""Former addresses of careers and their files."""

from campaigns.redirects import moved

urlpatterns = [
    moved("books/", "exports"),
    moved("books/sorties.csv", "my_sorties"),
    moved("books/engagements.csv", "my_engagements"),
    moved("books/career/", "career_import"),
    moved("books/log/", "log_import"),
    moved("careers/<uuid:career>/luck/", "career_dice_stats"),
    moved("careers/<uuid:career>/dispersal/", "spending"),
    moved("careers/<uuid:career>/dispersal/order/", "spending_order"),
]
