"""The pages of a bot that flies on for a player: its orders, its progress, and the button that stops it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, Protocol

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse

from campaigns.careers.bot_flights import BotFlights
from campaigns.careers.models import Career
from play.orders.refusals import OrderRefused


class FlightForm(Protocol):
    """End and standing orders of a bot's flight: it has `until`, and may ask for a `policy`."""

    @property
    def cleaned_data(self) -> Mapping[str, str]:
        """Return the cleaned entries."""

    def is_valid(self) -> bool:
        """Say whether it can be read."""

    def orders(self) -> Mapping[str, object]:
        """Return the standing orders that were given."""

    def add_error(self, field: None, error: str) -> None:
        """Say what is wrong with the whole."""


@dataclass(frozen=True, kw_only=True)
class BotFlightViews(Generic[Career]):
    """The pages of one game's flights."""

    flights: BotFlights[Career]
    form: Callable[[QueryDict | None], FlightForm]
    policy: str = ""
    """Bot that flies if the form does not ask."""
    career: str
    """The name of the address of a career."""
    progress: str
    stop: str

    def begun(self, request: HttpRequest, career: Career) -> HttpResponse:
        """Ask for orders, and let the bot fly by them."""
        form = self.form(request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.is_valid():
            wanted = {"until": form.cleaned_data["until"], "policy": form.cleaned_data.get("policy") or self.policy}
            try:
                self.flights.begin(career=career, orders=form.orders(), **wanted)
            except OrderRefused as refusal:
                form.add_error(None, refusal.sentence)
            else:
                return redirect(self.career, career=career.pk)
        context = {"here": "careers", "career": career, "form": form, "back": reverse(self.career, args=[career.pk])}
        return render(request, "careers/bot.html", context, status=422 if request.method == "POST" else 200)

    def stopped(self, career: Career) -> HttpResponse:
        """Stop the bot after the decision that it is making."""
        self.flights.stop(career=career)
        return redirect(self.career, career=career.pk)

    def show_progress(self, request: HttpRequest, career: Career) -> HttpResponse:
        """Show how far the bot is; when it has done, the whole page is read again."""
        flight = self.flights.of(career)
        if flight is None or not flight.is_running:
            answer = HttpResponse()
            answer["HX-Refresh"] = "true"
            return answer
        places = {"progress": reverse(self.progress, args=[career.pk]), "stop": reverse(self.stop, args=[career.pk])}
        return render(request, "careers/_bot.html", {"flight": flight, **places})
