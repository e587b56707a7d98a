import { appContext } from '../context.ts';
import type { Route } from './+types/security.ts';
import { platformMeta } from './landing/platform-meta.ts';

/** How to report a security hole, on every host; `security.txt` links to it. */
export function loader({ context }: Route.LoaderArgs) {
  const { services, tenant } = context.get(appContext);
  return { contact: services.securityContact(), apexOrigin: tenant.kind === 'apex' ? tenant.origin : undefined };
}

const TITLE = 'Segurança: como avisar de uma falha';

const title = `${TITLE} · Vitrine`;
const description = 'Como avisar a Vitrine de uma falha de segurança, o que fazemos e o que pedimos.';

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData?.apexOrigin
    ? platformMeta({ origin: loaderData.apexOrigin, title, description, path: '/seguranca' })
    : [{ title }, { name: 'description', content: description }];

/** Headings with their text. It is a list when each sentence is a step or a rule. */
const sections: { title: string; text?: string; points?: string[] }[] = [
  {
    title: 'O que contar',
    points: [
      'O que você fez, passo a passo, com endereços e horários.',
      'O que aconteceu e o que deveria acontecer.',
      'O código da requisição (requestId), se a resposta trouxe um.',
      'Quais dados de outras pessoas apareceram, se apareceram. Não os guarde nem os envie.',
    ],
  },
  {
    title: 'O que prometemos',
    points: [
      'Respondemos em até 3 dias úteis e contamos o que vamos fazer.',
      'Mantemos você informado até a correção e, se quiser, citamos o seu nome.',
      'Não tomamos medidas contra quem pesquisa de boa-fé e segue esta página.',
      'Quando dados pessoais são atingidos, avisamos as pessoas e a ANPD dentro do prazo da lei.',
    ],
  },
  {
    title: 'O que pedimos',
    points: [
      'Teste só com contas e lojas suas. Não compre, altere nem apague nada de outras pessoas.',
      'Pare assim que a falha estiver demonstrada.',
      'Não sobrecarregue o serviço, não envie spam e não engane pessoas para obter acesso.',
      'Dê 90 dias para a correção antes de publicar.',
    ],
  },
  {
    title: 'O que faz parte',
    text: 'As páginas e a API da Vitrine e das lojas, o recurso instalado nos servidores de jogo e as mensagens que enviamos. Mercado Pago, Discord e Google têm os próprios canais: avise a eles sobre os sistemas deles.',
  },
];

export default function SecurityPage({ loaderData: { contact } }: Route.ComponentProps) {
  return (
    <article className="mx-auto max-w-2xl px-4 py-8 md:px-6 md:py-12">
      <h1 className="text-display font-bold tracking-tight text-balance">{TITLE}</h1>
      <p className="mt-4 text-pretty">
        Encontrou uma falha que põe em risco lojas, compradores ou pagamentos? Obrigado por avisar antes de contar a
        outros.
      </p>
      <p className="mt-4 text-pretty">
        {contact ? (
          <>
            Escreva para{' '}
            <a href={contact} className="font-medium text-accent-text underline underline-offset-4">
              {contact.replace(/^mailto:/, '')}
            </a>
            , em português ou inglês.
          </>
        ) : (
          'Avise quem administra esta instalação da Vitrine.'
        )}
      </p>
      {sections.map(({ title, text, points }) => (
        <section key={title} className="mt-8">
          <h2 className="text-title font-semibold">{title}</h2>
          {text ? <p className="mt-3 text-pretty">{text}</p> : null}
          {points ? (
            <ul className="mt-3 grid list-disc gap-2 pl-5">
              {points.map((point) => (
                <li key={point} className="text-pretty">
                  {point}
                </li>
              ))}
            </ul>
          ) : null}
        </section>
      ))}
    </article>
  );
}
