python3 -m pip download --quiet --no-deps --no-cache-dir --dest . attrs
