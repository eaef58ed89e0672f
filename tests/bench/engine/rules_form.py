"""Which form of the rules the figures are of: the compiled one, or the modules as they are written."""

from config.fastpath import compiled_rules
from tests.bench import bench


@bench("rules.compiled", unit="yes")
def is_compiled() -> float:
    """Whether the compiled rules serve (1) or the plain ones (0); `RULES=plain` measures the latter."""
    return float(compiled_rules.form.name == compiled_rules.COMPILED)
