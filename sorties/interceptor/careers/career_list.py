"""The careers of Interceptor Ace on the list of all careers."""

from django.utils.translation import gettext_lazy as _

from campaigns.careers.career_list import CareerList
from sorties.interceptor.careers.dossier import AceDossier, careers_for_pages
from sorties.interceptor.careers.reference_sample import SAMPLE_SOURCE
from sorties.interceptor.careers.services import FLIGHTS
from sorties.interceptor.exports.career_file import FILE
from sorties.interceptor.records.models import InterceptorCareer

CAREER_LIST = CareerList(
    model=InterceptorCareer,
    queryset=careers_for_pages,
    dossier_for=AceDossier,
    template="sorties/interceptor/careers/_listed.html",
    page="career",
    start_url="career_new",
    label=_("A new career"),
    file=FILE,
    flights=FLIGHTS,
    sample_source=SAMPLE_SOURCE,
)
