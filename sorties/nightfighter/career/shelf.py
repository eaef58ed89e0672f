"""Years of nights on the list of all careers."""

from django.utils.translation import gettext_lazy as _

from campaigns.careers.shelves import Shelf
from sorties.nightfighter.books.career_file import FILE
from sorties.nightfighter.career.dossier import Dossier
from sorties.nightfighter.career.models import NightCareer
from sorties.nightfighter.career.selectors import careers_kept
from sorties.nightfighter.career.services import FLIGHTS
from sorties.nightfighter.career.simulated_field import FIELD

SHELF = Shelf(
    head=NightCareer,
    heads=careers_kept,
    dressed=Dossier,
    template="sorties/nightfighter/career/_listed.html",
    page="night_career",
    begins="night_new",
    more="?year=green#open",
    label=_("A year of nights"),
    file=FILE,
    flights=FLIGHTS,
    field=FIELD,
    books="sorties/nightfighter/books/_out.html",
)
