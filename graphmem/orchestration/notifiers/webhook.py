"""Tell people through a webhook: the notice as JSON to the address in GRAPHMEM_WEBHOOK_URL."""

import os

import httpx
from tenacity import Retrying, retry_if_exception_type, stop_after_attempt, wait_exponential

from graphmem.errors import ProviderError, UsageError
from graphmem.orchestration.notifiers import Notice

_SECONDS = 10.0
_TRIES = 3


def webhook(notice: Notice) -> None:
    """Post the notice; three tries. Raises UsageError without an address, ProviderError when nobody takes it."""
    address = os.environ.get("GRAPHMEM_WEBHOOK_URL", "")
    if not address:
        raise UsageError("the notifier webhook needs an address in GRAPHMEM_WEBHOOK_URL")
    body = notice.model_dump(mode="json")
    try:
        for attempt in Retrying(
            stop=stop_after_attempt(_TRIES),
            wait=wait_exponential(multiplier=0.2, max=5),
            retry=retry_if_exception_type(httpx.HTTPError),
            reraise=True,
        ):
            with attempt:
                httpx.post(address, json=body, timeout=_SECONDS).raise_for_status()
    except httpx.HTTPStatusError as error:
        raise ProviderError(f"the webhook answered {error.response.status_code} {_TRIES} times") from error
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise ProviderError(f"the webhook cannot be reached: {type(error).__name__}") from error
