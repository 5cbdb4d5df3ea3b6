# Runs Schemathesis against a server, with the same test cases every time, more than 3,000. It creates records there.
#
#   BASE_URL=http://localhost:4010 API_KEY=demo-key sh packages/contract/schemathesis/run.sh
#
# OPENAPI sets another document than the bundle of this repository, and VENV another folder for Schemathesis.
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
