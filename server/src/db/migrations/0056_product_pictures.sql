-- Further pictures of a product, in order: [{"key": …, "alt": …}]. The first one stays in "image", as the version before knows it.

alter table product
  add column image_alt text not null default '',
  add column more_images jsonb not null default '[]'
    check (jsonb_typeof(more_images) = 'array' and jsonb_array_length(more_images) <= 5);
