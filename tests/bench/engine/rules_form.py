"""Form of the rules that the figures measure: the compiled one, or the plain modules."""

from config.fastpath import compiled_rules
from tests.bench import bench


@bench("rules.compiled", unit="yes")
def is_compiled() -> float:
    """Return 1 for the compiled rules and 0 for the plain ones. `RULES=plain` measures the latter."""
    return float(compiled_rules.form.name == compiled_rules.COMPILED)
