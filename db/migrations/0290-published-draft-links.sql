-- A link to a draft leads to the post, and shows no draft, once what it shows is published: also after the post is unpublished.
alter table draft_links add column is_published boolean not null default false;

-- Whatever publishes a post comes by here: a change, its schedule, a moderator, an import.
create function publish_draft_links() returns trigger language plpgsql as $$
begin
  update draft_links set is_published = true where post_id = new.id and not is_published;
  return null;
end $$;
create trigger posts_publish_draft_links after update of status on posts
  for each row when (new.status = 'published' and old.status is distinct from 'published')
  execute function publish_draft_links();

-- When the links of earlier versions were created, before or after a publication, is unknown.
-- lock accepted: links live for 30 days, and an account has at most 100
update draft_links set is_published = true
from posts where posts.id = post_id and (posts.status = 'published' or posts.public_title is not null);
