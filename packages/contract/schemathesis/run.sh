# Runs Schemathesis on a server, with the same 3,000 test cases and more every time. It creates records there.
#
#   BASE_URL=http://localhost:4010 API_KEY=demo-key sh packages/contract/schemathesis/run.sh
#
# OPENAPI names another file than the bundle of this repository, and VENV another folder for Schemathesis.
set -eu
cd "$(dirname "$0")"
venv=${VENV:-venv}
if [ ! -x "$venv/bin/schemathesis" ]; then
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet schemathesis==4.32.5
fi
export PYTHONDONTWRITEBYTECODE=1 SCHEMATHESIS_HOOKS=hooks
"$venv/bin/schemathesis" run "${OPENAPI:-../../../openapi/generated/openapi.json}" \
  --url "$BASE_URL" --header "apiKey: $API_KEY" \
  --phases examples,coverage,fuzzing --max-examples 400 --generation-deterministic \
  --continue-on-failure --no-color
