"$PYTHON" -W ignore "$SCRIPT"
