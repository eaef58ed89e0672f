"""The cast: Alice owns, Bob has the other seat, Charlie is an outsider, Gunn is staff, and a guest."""

import factory
from allauth.account.models import EmailAddress

from campaigns.accounts.models import Player

PASSWORD = "over-the-sea-by-night-7"


class PlayerFactory(factory.django.DjangoModelFactory):
    """A player with an account and a confirmed e-mail."""

    class Meta:
        model = Player
        skip_postgeneration_save = True

    display_name = factory.Sequence(lambda n: f"Player {n}")
    email = factory.Sequence(lambda n: f"player{n}@example.org")
    password = factory.django.Password(PASSWORD)

    @factory.post_generation
    def address(self, create: bool, extracted: object, **kwargs: object) -> None:
        if create and self.email:
            EmailAddress.objects.create(user=self, email=self.email, verified=True, primary=True)


class GuestFactory(factory.django.DjangoModelFactory):
    """A guest: a real row without e-mail or password."""

    class Meta:
        model = Player

    display_name = "Guest"
    is_guest = True
    password = factory.django.Password(None)
