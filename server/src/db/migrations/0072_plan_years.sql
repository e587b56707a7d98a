-- A plan may be paid for twelve months at once, for the price of ten. A plan without this price is paid by the month.
alter table plan add column year_centavos int check (year_centavos > 0);
update plan set year_centavos = price_centavos * 10 where price_centavos > 0;

-- How many months a payment gives, and the provider's name of its offer, so that the offer can be ended.
alter table subscription_payment add column months int not null default 1 check (months in (1, 12));
alter table subscription_payment add column preference_id text;
