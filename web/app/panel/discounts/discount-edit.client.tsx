import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router';
import { errorText } from '../../lib/api.ts';
import { notify } from '../../ui/toast.tsx';
import { useCurrentStoreId } from '../store/current-store.ts';
import { DiscountForm } from './discount-form.client.tsx';
import { DiscountPage } from './discount-page.client.tsx';
import { discountsQuery } from './discount-queries.ts';

/** Changes a discount. If it does not exist or cannot be loaded, the list opens. */
export function DiscountEdit() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const { data, error, isFetchedAfterMount } = useQuery(discountsQuery(useCurrentStoreId()));
  const discount = data?.find((one) => one._id === id);
  const missing = isFetchedAfterMount && data !== undefined && !discount;

  useEffect(() => {
    if (!error && !missing) return;
    notify.error(missing ? 'Cupom não encontrado.' : errorText(error, 'Erro ao carregar descontos'));
    void navigate('/discounts', { replace: true });
  }, [error, missing, navigate]);

  return (
    <DiscountPage title="Editar desconto" description={discount?.code} ready={discount !== undefined}>
      {(catalog) => <DiscountForm key={id} discount={discount} catalog={catalog} />}
    </DiscountPage>
  );
}
