"""The pages of a bot that flies on for somebody: its orders, how far it is, and the button that stops it."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from campaigns.careers.bot_flights import BotFlights
from play.orders.refusals import OrderRefused


@dataclass(frozen=True, kw_only=True)
class BotFlightViews:
    """The pages of one game's flights. Its form has `until`, gives `orders()`, and may ask for a `policy`."""

    flights: BotFlights
    form: Any
    policy: str = ""
    """Who flies where the form does not ask."""
    career: str
    """The name of the address of a career."""
    progress: str
    stop: str

    def begun(self, request: HttpRequest, career: Any) -> HttpResponse:
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

    def stopped(self, career: Any) -> HttpResponse:
        """Stop the bot after the decision that it is making."""
        self.flights.stop(career=career)
        return redirect(self.career, career=career.pk)

    def show_progress(self, request: HttpRequest, career: Any) -> HttpResponse:
        """Show how far the bot is; when it has done, the whole page is read again."""
        flight = self.flights.of(career)
        if flight is None or not flight.is_running:
            answer = HttpResponse()
            answer["HX-Refresh"] = "true"
            return answer
        places = {"progress": reverse(self.progress, args=[career.pk]), "stop": reverse(self.stop, args=[career.pk])}
        return render(request, "careers/_bot.html", {"flight": flight, **places})
