"""The careers of Interceptor Ace on the list of all careers."""

from django.utils.translation import gettext_lazy as _

from campaigns.careers.shelves import Shelf
from sorties.interceptor.books.career_file import FILE
from sorties.interceptor.career.dossier import Dossier, careers_kept
from sorties.interceptor.career.services import FLIGHTS
from sorties.interceptor.career.simulated_field import FIELD
from sorties.interceptor.models import Career

SHELF = Shelf(
    head=Career,
    heads=careers_kept,
    dressed=Dossier,
    template="sorties/interceptor/career/_listed.html",
    page="career",
    begins="career_new",
    label=_("A new career"),
    file=FILE,
    flights=FLIGHTS,
    field=FIELD,
)
