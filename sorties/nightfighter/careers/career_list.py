"""Years of nights on the list of all careers."""

from django.utils.translation import gettext_lazy as _

from campaigns.careers.career_list import CareerList
from sorties.nightfighter.careers.dossier import NightDossier
from sorties.nightfighter.careers.reference_sample import SAMPLE_SOURCE
from sorties.nightfighter.careers.selectors import careers_for_pages
from sorties.nightfighter.careers.services import FLIGHTS
from sorties.nightfighter.exports.career_file import FILE
from sorties.nightfighter.records.models import NightCareer

CAREER_LIST = CareerList(
    model=NightCareer,
    queryset=careers_for_pages,
    dossier_for=NightDossier,
    template="sorties/nightfighter/careers/_listed.html",
    page="night_career",
    start_url="night_new",
    start_url_suffix="?year=green#open",
    label=_("A year of nights"),
    file=FILE,
    flights=FLIGHTS,
    sample_source=SAMPLE_SOURCE,
    exports_template="sorties/nightfighter/exports/_out.html",
)
