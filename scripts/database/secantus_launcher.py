"""Runs the SecantusDB server as the product needs it, and ends it in two cases in which it would stay.

When standard input closes: the script that starts the engine holds the other end of that pipe, so that
when it dies, however brutally, the engine stops too and never stays behind holding the data directory.

When the storage engine has panicked, as after a write that a full disk refused: it then answers every
command with an error until its process is another one. What was acknowledged is in its log, which the next
start reads. A mongod ends by itself then.

While it runs, its transactions (`secantus/transactions.py`) differ from the package's in two things. One that nobody
goes on with is ended by the clock, as by a mongod, not only when another one begins: what it has locked was kept
from plain writes until then. And of the answers kept for a driver that asks for the same write again, which it does
at once, the last thousand are kept: the package keeps ten thousand and goes through all of them twice with every
write, which then took 26 ms instead of 3.

And WiredTiger keeps whoever reads waiting for room only when its cache is nearly full of what is not written out yet,
not from a tenth of it on. What an open transaction wrote cannot be written out, its end waits for the engine's one lock,
and whoever held that lock waited for room: the engine stood still for good.
"""

import logging
import os
import signal
import sys
import threading
import time

from secantus import server, transactions
from secantus.cli import main

# Read by WiredTiger when it is opened, over what the package says. Its own thread writes out from 5 % on as before.
os.environ["WIREDTIGER_CONFIG"] = "eviction_dirty_trigger=80,eviction_updates_trigger=80"
ORPHANS_EVERY_SECONDS = 5
ANSWERS_KEPT = 1_000

# Another release may bound them otherwise, or name the bound otherwise: this is told at its first start.
assert transactions._RETRYABLE_RECORD_MAX > ANSWERS_KEPT
transactions._RETRYABLE_RECORD_MAX = ANSWERS_KEPT


class EndWithEngine(logging.Handler):
    """Ends the process at the first error that tells of a panic, before it fills the log with more of them."""

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if "WT_PANIC" in str(error):
            sys.stderr.write("The storage engine has panicked: WT_PANIC\n")
            sys.stderr.flush()
            os._exit(1)


class TransactionRegistry(transactions.TransactionRegistry):
    """Ends what is past its time whether or not anybody asks for anything."""

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        threading.Thread(target=self._end_orphans, daemon=True).start()

    def _end_orphans(self) -> None:
        while True:
            time.sleep(ORPHANS_EVERY_SECONDS)
            self.prune_expired()


def stop_with_parent() -> None:
    while os.read(0, 4096):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    server.TransactionRegistry = TransactionRegistry
    logging.getLogger("secantus").addHandler(EndWithEngine(logging.ERROR))
    threading.Thread(target=stop_with_parent, daemon=True).start()
    sys.exit(main(sys.argv[1:]))
