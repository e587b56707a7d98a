import { CityIdPicture, DiscordIdPicture } from './id-pictures.tsx';

/** Says where a player finds their id, with a picture. The page loads it when the buyer asks. */
export default function IdHelp({ of }: { of: 'city' | 'discord' }) {
  if (of === 'city') {
    return (
      <>
        <CityIdPicture />
        <p>É o número do seu passaporte na cidade. Ele aparece na tela do jogo ou ao abrir sua identidade.</p>
      </>
    );
  }
  return (
    <>
      <DiscordIdPicture />
      <ol className="list-decimal space-y-1 pl-5">
        <li>No Discord, abra Configurações › Avançado e ligue o Modo desenvolvedor.</li>
        <li>Toque na sua foto e escolha Copiar ID do usuário.</li>
      </ol>
    </>
  );
}
