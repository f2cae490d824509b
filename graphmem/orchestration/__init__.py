"""Dagster over the library's services: assets, checks, jobs, schedules and sensors; no logic of its own."""
