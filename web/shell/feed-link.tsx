/** A link for people to the RSS feed of a page. Not a `Link`: the router has no such page. */
export function FeedLink({ path, label }: { path: string; label: string }) {
  return (
    <a href={`${path}/rss.xml`} title={label} className="text-soft hover:text-ink hover:underline">
      RSS<span className="sr-only">: {label}</span>
    </a>
  );
}
