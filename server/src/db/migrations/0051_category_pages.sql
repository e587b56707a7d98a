-- The text and the picture of a category's page. The picture is the key of an upload of the store.

alter table category
  add column description text not null default '',
  add column image text;
