-- Standard names for tables, columns, functions and triggers. Existing data stays in place.

alter table post_words rename to post_search_index;
alter index post_words_pkey rename to post_search_index_pkey;
alter table post_search_index rename constraint post_words_id_fkey to post_search_index_id_fkey;
alter index post_words_search rename to post_search_index_vector;
alter index post_words_titles rename to post_search_index_title_trigrams;
alter index post_words_search_4 rename to post_search_index_vector_4;
alter index post_words_search_16 rename to post_search_index_vector_16;
alter index post_words_author rename to post_search_index_author;
alter index post_words_category rename to post_search_index_category;

alter table post_months rename to monthly_post_counts;
alter table monthly_post_counts rename column part to shard;
alter index post_months_pkey rename to monthly_post_counts_pkey;
alter table monthly_post_counts rename constraint post_months_published_check to monthly_post_counts_published_check;

alter table post_totals rename column part to shard;
alter table post_totals rename constraint post_totals_part_check to post_totals_shard_check;

alter table notices rename to notifications;
alter index notices_pkey rename to notifications_pkey;
alter table notifications rename constraint notices_event_key to notifications_event_key;
alter table notifications rename constraint notices_account_id_fkey to notifications_account_id_fkey;
alter table notifications rename constraint notices_kind_check to notifications_kind_check;
alter table notifications rename constraint notices_details_check to notifications_details_check;
alter index notices_shown rename to notifications_uncleared;
alter index notices_age rename to notifications_created;
alter sequence notices_id_seq rename to notifications_id_seq;

alter table login_places rename to known_networks;
alter table known_networks rename column place to network_hash;
alter index login_places_pkey rename to known_networks_pkey;
alter table known_networks rename constraint login_places_account_id_fkey to known_networks_account_id_fkey;
alter index login_places_age rename to known_networks_last_login;

alter table money_events rename to billing_events;
alter index money_events_pkey rename to billing_events_pkey;
alter table billing_events rename constraint money_events_key to billing_events_key;
alter table billing_events rename constraint money_events_account_id_fkey to billing_events_account_id_fkey;
alter table billing_events rename constraint money_events_kind_check to billing_events_kind_check;
alter table billing_events rename constraint money_events_data_check to billing_events_data_check;
alter index money_events_account rename to billing_events_account;

alter table post_drafts rename column writer to client_id;
alter table post_drafts rename constraint post_drafts_writer_check to post_drafts_client_id_check;
alter table posts rename column begun_at to draft_created_at;
alter table session_families rename column grace_answers to grace_count;

-- Functions keep their triggers when they are renamed. Bodies that contain an old name are replaced.
alter function search_vector_of(text, text) rename to build_search_vector;
alter function add_post_words() rename to insert_into_post_search_index;
alter function change_post_words() rename to update_post_search_index;
alter function count_post_month(posts, integer) rename to add_monthly_post_count;
alter function count_post_months() rename to update_monthly_post_counts;
alter function announce(text[]) rename to notify_change;
alter function announce_post() rename to notify_post_change;
alter function announce_comment() rename to notify_comment_change;
alter function announce_category() rename to notify_category_change;
alter function announce_account() rename to notify_account_change;
alter function announce_pin() rename to notify_pin_change;
alter function announce_picture() rename to notify_picture_change;
alter function announce_totals() rename to notify_totals_change;
alter function note_usage() rename to record_usage;
alter function note_grown_post() rename to record_post_growth;
alter function note_grown_draft() rename to record_draft_growth;
alter function note_grown_comment() rename to record_comment_growth;
alter function keep_public_names() rename to store_public_names;
alter function leave_slugs() rename to release_slugs;

alter trigger posts_words_come on posts rename to posts_search_index_insert;
alter trigger posts_words_change on posts rename to posts_search_index_update;
alter trigger posts_months_come_and_go on posts rename to posts_monthly_counts_insert_delete;
alter trigger posts_months_move on posts rename to posts_monthly_counts_update;
alter trigger posts_public_names_come on posts rename to posts_public_names_insert;
alter trigger posts_public_names_change on posts rename to posts_public_names_update;
alter trigger posts_slugs_come on posts rename to posts_slugs_insert;
alter trigger posts_slugs_change on posts rename to posts_slugs_update;
alter trigger posts_slugs_go on posts rename to posts_slugs_delete;
alter trigger posts_announced on posts rename to posts_notify_change;
alter trigger comments_announced on comments rename to comments_notify_change;
alter trigger categories_announced on categories rename to categories_notify_change;
alter trigger accounts_announced on accounts rename to accounts_notify_change;
alter trigger pins_announced on pins rename to pins_notify_change;
alter trigger media_announced on media rename to media_notify_change;
alter trigger post_totals_announced on post_totals rename to post_totals_notify_change;

create or replace function insert_into_post_search_index() returns trigger language plpgsql as $$
begin
  insert into post_search_index (id, author_id, category_id, status, created_at, updated_at, title, search_vector)
  select id, author_id, category_id, status, created_at, updated_at, title, build_search_vector(title, content_text)
  from added;
  return null;
end $$;

-- Builds the vector only if the text has changed.
create or replace function update_post_search_index() returns trigger language plpgsql as $$
begin
  update post_search_index
  set author_id = new.author_id, category_id = new.category_id, status = new.status,
    created_at = new.created_at, updated_at = new.updated_at
  where id = new.id;
  if old.title <> new.title or old.content_text <> new.content_text then
    update post_search_index
    set title = new.title, search_vector = build_search_vector(new.title, new.content_text)
    where id = new.id;
  end if;
  return null;
end $$;

create or replace function add_monthly_post_count(post posts, difference integer) returns void language plpgsql as $$
begin
  if post.status <> 'published' then return; end if;
  insert into monthly_post_counts as counted (category_id, month, shard, published)
  values (
    coalesce(post.category_id, 0),
    date_trunc('month', post.created_at at time zone 'UTC'),
    case when post.category_id is null then post.id % 16 else 0 end,
    greatest(difference, 0)
  )
  on conflict (category_id, month, shard) do update set published = counted.published + difference;
end $$;

create or replace function update_monthly_post_counts() returns trigger language plpgsql as $$
begin
  -- The smaller category first, so that two moves do not deadlock.
  if tg_op = 'UPDATE' and coalesce(new.category_id, 0) < coalesce(old.category_id, 0) then
    perform add_monthly_post_count(new, 1);
    perform add_monthly_post_count(old, -1);
  else
    if tg_op <> 'INSERT' then perform add_monthly_post_count(old, -1); end if;
    if tg_op <> 'DELETE' then perform add_monthly_post_count(new, 1); end if;
  end if;
  return null;
end $$;

-- The change listener of every process reads these notifications and invalidates cached responses by their tags.
create or replace function notify_post_change() returns trigger language plpgsql as $$
declare
  was_seen boolean := tg_op <> 'INSERT' and old.status = 'published';
  is_seen boolean := tg_op <> 'DELETE' and new.status = 'published';
begin
  if not was_seen and not is_seen then
    return null;
  end if;
  if tg_op = 'UPDATE' and was_seen and is_seen and old.comments_count <> new.comments_count
    and old.version = new.version then
    perform notify_change('post:' || new.id);
    return null;
  end if;
  if tg_op <> 'INSERT' then
    perform notify_change('post:' || old.id, 'lists', 'lists:category:' || coalesce(old.category_id, 0),
      'lists:author:' || old.author_id);
  end if;
  if tg_op <> 'DELETE' then
    perform notify_change('post:' || new.id, 'lists', 'lists:category:' || coalesce(new.category_id, 0),
      'lists:author:' || new.author_id);
  end if;
  return null;
end
$$;

create or replace function notify_comment_change() returns trigger language plpgsql as $$
begin
  perform notify_change('post:' || coalesce(new.post_id, old.post_id));
  return null;
end
$$;

create or replace function notify_category_change() returns trigger language plpgsql as $$
begin
  perform notify_change('categories');
  if tg_op = 'DELETE' then
    perform notify_change('category:' || old.id);
  elsif tg_op = 'UPDATE' and (old.name, old.slug, old.description) is distinct from (new.name, new.slug, new.description) then
    perform notify_change('category:' || old.id);
  end if;
  return null;
end
$$;

create or replace function notify_account_change() returns trigger language plpgsql as $$
begin
  if (old.username, old.first_name, old.last_name, old.bio, old.avatar_id, old.is_active)
    is distinct from (new.username, new.first_name, new.last_name, new.bio, new.avatar_id, new.is_active) then
    perform notify_change('account:' || new.id);
  end if;
  if (old.posts_count, old.published_posts_count, old.comments_count)
    is distinct from (new.posts_count, new.published_posts_count, new.comments_count) then
    perform notify_change('profile:' || new.id);
  end if;
  if old.subscriber_until is distinct from new.subscriber_until then
    perform notify_change('pins');
    perform notify_change('post:' || post_id) from pins where account_id = new.id;
  end if;
  return null;
end
$$;

create or replace function notify_pin_change() returns trigger language plpgsql as $$
begin
  perform notify_change('pins');
  if tg_op <> 'INSERT' then
    perform notify_change('post:' || old.post_id);
  end if;
  if tg_op <> 'DELETE' then
    perform notify_change('post:' || new.post_id);
  end if;
  return null;
end
$$;

create or replace function notify_picture_change() returns trigger language plpgsql as $$
begin
  perform notify_change('post:' || id) from posts where image_id = new.id;
  perform notify_change('account:' || id) from accounts where avatar_id = new.id;
  return null;
end
$$;

create or replace function notify_totals_change() returns trigger language plpgsql as $$
begin
  perform notify_change('stats');
  return null;
end
$$;
