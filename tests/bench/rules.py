"""Which form of the rules the figures are of: the compiled one, or the modules as they are written."""

from config import compiled
from tests.bench import bench


@bench("rules.compiled", unit="yes")
def is_compiled() -> float:
    """Whether the compiled rules serve (1) or the plain ones (0); `RULES=plain` measures the latter."""
    return float(compiled.form.name == compiled.COMPILED)
