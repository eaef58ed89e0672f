"""Runs the clock of `manage.py up`: what is done in time, such as the sweep for orders that were lost."""

from config.celery import app

if __name__ == "__main__":
    app.Beat(loglevel="WARNING", quiet=True).run()
