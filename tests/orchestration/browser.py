"""Headless Chromium on pages of this machine."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

from selenium import webdriver
from selenium.webdriver.common.by import By

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
)  # fmt: skip
PATIENCE = 60.0  # seconds


class Pages:
    """A browser window."""

    def __init__(self, driver: webdriver.Chrome) -> None:
        self._driver = driver

    def open(self, url: str, *expected: str) -> str:
        """The text of a page once it shows all that is expected."""
        self._driver.get(url)
        return self.wait(*expected)

    def click(self, words: str) -> None:
        """Click on the element with these words."""
        self._driver.find_element(By.XPATH, f"//*[normalize-space(text())='{words}']").click()

    def wait(self, *expected: str) -> str:
        """The text of the page once it shows all that is expected."""
        until = monotonic() + PATIENCE
        while True:
            text = self._driver.find_element(By.TAG_NAME, "body").text
            missing = [words for words in expected if words.casefold() not in text.casefold()]
            if not missing:
                return text
            assert monotonic() < until, f"the page lacks {missing}; it shows: {text[:1500]}"
            sleep(0.5)

    def save(self, path: Path) -> None:
        """Keep what the window shows, as PNG; a moment later, so that drawings have settled."""
        sleep(2)
        path.parent.mkdir(parents=True, exist_ok=True)
        assert self._driver.save_screenshot(str(path))


@contextmanager
def open_browser(profile: Path, *, width: int = 1600, height: int = 1000) -> Iterator[Pages]:
    """A window with a profile of its own."""
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for flag in (*FLAGS, f"--user-data-dir={profile}", f"--window-size={width},{height}"):
        options.add_argument(flag)
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
    try:
        yield Pages(driver)
    finally:
        driver.quit()
