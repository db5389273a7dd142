# shellcheck shell=sh
# Hosts of the tests are scripts that start with this: they publish as the contract says.

# publish SEQUENCE VARIANTS [PID [PARENT [ROLE [RUN]]]]
publish() {
  printf '{"version":1,"run_id":"%s","pid":%d,"parent_pid":%d,"sequence":%d,"role":"%s",' \
    "${6:-$PYXIS_RUN_ID}" "${3:-$$}" "${4:-$PPID}" "$1" "${5:-host}" \
    >"$PYXIS_REPORT_DIR/pyxis-${3:-$$}-$1-0123456789abcdef.json"
  printf '"report":{"variants":{%s}}}' "$2" \
    >>"$PYXIS_REPORT_DIR/pyxis-${3:-$$}-$1-0123456789abcdef.json"
}

# shellcheck disable=SC2034
dark='"color_scheme":{"status":"applied","value":"dark"}'
# shellcheck disable=SC2034
light='"color_scheme":{"status":"observed","value":"light"}'
