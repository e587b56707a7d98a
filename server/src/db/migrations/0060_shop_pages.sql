-- Pages that an owner makes beside the window of the shop (docs/decisions/0094): an address, a title, and sections.
create table shop_page (
  store_id text not null references store (id),
  id text not null,
  -- the last part of the address
  slug text not null,
  title text not null,
  description text not null,
  in_menu boolean not null,
  -- the place in the menu
  position int not null,
  draft jsonb not null,
  -- grows with each saved draft, so that two editors never overwrite each other
  draft_version int not null default 1 check (draft_version > 0),
  -- what shoppers see; null: nothing
  published jsonb,
  published_at timestamptz,
  -- when figures or dates of what shoppers see are next read again; null: it has none
  refresh_at timestamptz,
  primary key (store_id, id),
  unique (store_id, slug),
  check ((published is null) = (published_at is null))
);
create index shop_page_refresh on shop_page (refresh_at) where refresh_at is not null;
