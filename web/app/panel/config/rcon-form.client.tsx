import { limits } from '@vitrine/contract/limits';
import type { StoreConnection } from '@vitrine/contract/store-answers';
import { useForm } from 'react-hook-form';
import { call } from '../../lib/call.ts';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/inputs.tsx';
import { Alert } from '../../ui/surfaces.tsx';
import { notify } from '../../ui/toast.tsx';
import { FormDialog } from '../profile/form-dialog.client.tsx';
import { useCurrentStoreId } from '../store/current-store.ts';
import { refreshAfter } from '../store/query-keys.ts';

/** The port of a server whose owner changed nothing. */
const USUAL_PORT = '25575';

/** What an owner must know of RCON. */
export function RconLimits() {
  return (
    <ul className="flex list-disc flex-col gap-1 ps-4">
      <li>Só comandos: sem grupos, dinheiro, itens e whitelist próprios.</li>
      <li>
        Ninguém confere o jogador antes do pagamento, nem se o comando fez efeito: o comprador lê “Recebida pelo
        servidor”.
      </li>
      <li>Cada comando sai no máximo uma vez. Se a resposta se perder, você decide se envia de novo.</li>
      <li>
        O servidor precisa estar ligado e aberto à internet nesta porta. O RCON não é cifrado: use uma senha só dele.
      </li>
    </ul>
  );
}

/** Address and password of a Minecraft server's RCON, with what it cannot do. The password is asked each time and never shown. */
export function RconForm({ server, onClose }: { server: StoreConnection['servers'][number]; onClose(): void }) {
  const store = useCurrentStoreId();
  const form = useForm({
    defaultValues: {
      host: server.rcon?.host ?? '',
      port: String(server.rcon?.port ?? USUAL_PORT),
      password: '',
    },
  });
  const { errors } = form.formState;
  return (
    <FormDialog
      form={form}
      open
      onClose={onClose}
      title={`RCON de ${server.name}`}
      submitLabel="Testar e salvar"
      pendingLabel="Conectando..."
      failed="Erro ao conectar por RCON"
      onSubmit={async ({ host, port, password }) => {
        await call('POST /servers/rcon', { body: { id: server.id, host, port: Number(port), password }, store });
        await refreshAfter('POST /servers/rcon', store);
        notify.success('O servidor respondeu. Os comandos saem por RCON.');
      }}
    >
      <p className="text-muted">Só para quem não pode instalar o plugin, que entrega mais e confere o que entregou.</p>
      <Alert tone="warn">
        <RconLimits />
      </Alert>
      <Field label="Endereço" help="Por exemplo mc.exemplo.com, sem a porta." error={errors.host?.message}>
        <TextInput
          autoComplete="off"
          maxLength={limits.rconHostMax}
          {...form.register('host', { required: 'Informe o endereço do servidor.' })}
        />
      </Field>
      <Field label="Porta" help="rcon.port do server.properties." error={errors.port?.message}>
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          {...form.register('port', { required: 'Informe a porta.' })}
        />
      </Field>
      <Field
        label="Senha"
        help="rcon.password do server.properties. Ela não aparece de novo."
        error={errors.password?.message}
      >
        <TextInput
          type="password"
          autoComplete="off"
          {...form.register('password', { required: 'Informe a senha do RCON.' })}
        />
      </Field>
    </FormDialog>
  );
}
