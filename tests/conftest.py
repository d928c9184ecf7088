"""Settings that every test shares."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "merge-by-merge", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("merge-by-merge")
