-- The colour and the mark of a category (contract/category-style.ts); null means the colour of links, and a tag.
alter table categories
  add column color text check (color in
    ('brick', 'amber', 'olive', 'green', 'teal', 'blue', 'indigo', 'plum', 'rose', 'slate')),
  add column mark text check (mark in
    ('newspaper', 'landmark', 'scale', 'chart', 'briefcase', 'laptop', 'flask', 'heart', 'cap', 'globe', 'plane',
     'camera', 'music', 'trophy', 'home', 'bag', 'book', 'clapperboard', 'masks', 'palette', 'city', 'tram', 'leaf',
     'fork', 'people', 'tag'));

-- Existing categories get the colours in turn, and the mark of their name.
with numbered as (select id, lower(name) as name, row_number() over (order by id) - 1 as place from categories)
update categories set
  color = (array['brick', 'amber', 'olive', 'green', 'teal', 'blue', 'indigo', 'plum', 'rose', 'slate'])
    [1 + numbered.place % 10],
  mark = case
    when numbered.name ~ 'технолог|tech' then 'laptop'
    when numbered.name ~ 'наук|scien' then 'flask'
    when numbered.name ~ 'здоров|health' then 'heart'
    when numbered.name ~ 'образован|educat' then 'cap'
    when numbered.name ~ 'путешеств|travel' then 'globe'
    when numbered.name ~ 'фото|photo' then 'camera'
    when numbered.name ~ 'музык|music' then 'music'
    when numbered.name ~ 'спорт|sport' then 'trophy'
    when numbered.name ~ 'бизнес|business' then 'briefcase'
    when numbered.name ~ 'эконом|econom' then 'chart'
    when numbered.name ~ 'политик|politic' then 'landmark'
    when numbered.name ~ 'культур|театр|culture' then 'masks'
    when numbered.name ~ 'город|city' then 'city'
    when numbered.name ~ '\mдом|home' then 'home'
    when numbered.name ~ 'покупк|shop' then 'bag'
    when numbered.name ~ 'книг|book' then 'book'
    when numbered.name ~ 'фильм|кино|movie|film' then 'clapperboard'
    when numbered.name ~ 'природ|nature' then 'leaf'
    else 'tag'
  end
from numbered where numbered.id = categories.id;

-- `category-names`: every page names the categories, and must not change with the number of their posts.
create or replace function notify_category_change() returns trigger language plpgsql as $$
begin
  perform notify_change('categories');
  if tg_op = 'INSERT' then
    perform notify_change('category-names');
  elsif tg_op = 'DELETE' then
    perform notify_change('category-names', 'category:' || old.id);
  elsif tg_op = 'UPDATE' and (old.name, old.slug, old.description, old.color, old.mark)
    is distinct from (new.name, new.slug, new.description, new.color, new.mark) then
    perform notify_change('category-names', 'category:' || old.id);
  end if;
  return null;
end
$$;
