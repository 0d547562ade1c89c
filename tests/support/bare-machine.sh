# Sourced by the drill of docs/installation.md, as root in mount, network and process namespaces of its own. Turns them into
# a machine on which every change of a file vanishes at the end. REPOSITORY is the checkout, SCRATCH an empty folder.
mount --types tmpfs tmpfs "$SCRATCH"
for folder in /etc /opt /var /run /root /usr/local/bin; do
  mkdir -p "$SCRATCH/upper$folder" "$SCRATCH/work$folder"
  mount --types overlay --options "lowerdir=$folder,upperdir=$SCRATCH/upper$folder,workdir=$SCRATCH/work$folder" overlay "$folder"
done
ip link set lo up
echo '127.0.0.1 mail.example storage.example' >> /etc/hosts
node "$REPOSITORY/tests/support/mail-server.mjs" 587 &

# What systemd does for the unit, without systemd.
systemctl() {
  case "$*" in
    'enable --now news-site' | 'start news-site') start_site ;;
    'stop news-site') stop_site ;;
    'restart news-site') stop_site && start_site ;;
    *) echo "systemctl $*" ;;
  esac
}
journalctl() { cat "$SCRATCH/site.log"; }

start_site() {
  install --directory --owner=news-site --group=news-site --mode=0700 /var/lib/news-site /run/news-site /var/cache/news-site
  (
    unit=/etc/systemd/system/news-site.service
    set -a
    eval "$(sed -n 's/^Environment=//p' "$unit" | tr ' ' '\n')"
    . /etc/news-site/environment
    set +a
    cd "$(sed -n 's/^WorkingDirectory=//p' "$unit")"
    exec setpriv --reuid=news-site --regid=news-site --init-groups $(sed -n 's/^ExecStart=//p' "$unit")
  ) > "$SCRATCH/site.log" 2>&1 &
  site=$!
  until [ "$(curl --silent --output /dev/null --write-out '%{http_code}' http://127.0.0.1:8000/readyz)" = 200 ]; do
    kill -0 "$site" || { cat "$SCRATCH/site.log"; return 1; }
    sleep 0.2
  done
}
stop_site() {
  kill -TERM "$site" || { cat "$SCRATCH/site.log"; wait "$site" || echo "the site has ended with $?" >&2; return 1; }
  wait "$site" || true
}
