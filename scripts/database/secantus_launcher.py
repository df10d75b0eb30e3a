"""Runs the SecantusDB server, and ends it in two cases in which it would stay.

When standard input closes: the script that starts the engine holds the other end of that pipe, so that
when it dies, however brutally, the engine stops too and never stays behind holding the data directory.

When the storage engine has panicked, as after a write that a full disk refused: it then answers every
command with an error until its process is another one. What was acknowledged is in its log, which the next
start reads. A mongod ends by itself then.
"""

import logging
import os
import signal
import sys
import threading

from secantus.cli import main


class EndWithEngine(logging.Handler):
    """Ends the process at the first error that tells of a panic, before it fills the log with more of them."""

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if "WT_PANIC" in str(error):
            sys.stderr.write("The storage engine has panicked: WT_PANIC\n")
            sys.stderr.flush()
            os._exit(1)


def stop_with_parent() -> None:
    while os.read(0, 4096):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


logging.getLogger("secantus").addHandler(EndWithEngine(logging.ERROR))
threading.Thread(target=stop_with_parent, daemon=True).start()
sys.exit(main(sys.argv[1:]))
