/** Drawings that show where to find the two ids. Their numbers are examples. */

/** A game screen with the player's passport open. */
export function CityIdPicture() {
  return (
    <svg
      viewBox="0 0 280 132"
      className="w-full rounded-control"
      role="img"
      aria-label="Identidade aberta no jogo, com o passaporte 1042 em destaque"
    >
      <path d="M0 0h280v132H0z" fill="var(--accent-soft)" />
      <path
        d="M0 132V88h28V62h30v26h22V46h34v42h18V70h26v18h22V54h30v34h26V72h24v16h20v44Z"
        fill="var(--accent)"
        opacity="0.25"
      />
      <rect x="52" y="20" width="176" height="92" rx="10" fill="var(--overlay)" stroke="var(--line-strong)" />
      <circle cx="88" cy="60" r="20" fill="var(--hover)" />
      <circle cx="88" cy="54" r="7" fill="var(--line-strong)" />
      <path d="M75 74a13 11 0 0 1 26 0" fill="var(--line-strong)" />
      <rect x="122" y="34" width="70" height="7" rx="3.5" fill="var(--line-strong)" />
      <rect x="122" y="48" width="48" height="7" rx="3.5" fill="var(--line)" />
      <rect x="118" y="66" width="96" height="32" rx="8" fill="var(--accent)" />
      <text x="130" y="79" fontSize="9" fill="var(--on-accent)">
        Passaporte
      </text>
      <text x="130" y="92" fontSize="13" fontWeight="700" fill="var(--on-accent)">
        1042
      </text>
    </svg>
  );
}

/** A menu with the entry that copies the id. */
export function DiscordIdPicture() {
  return (
    <svg
      viewBox="0 0 280 132"
      className="w-full rounded-control"
      role="img"
      aria-label="Menu do perfil no Discord, com Copiar ID do usuário em destaque"
    >
      <path d="M0 0h280v132H0z" fill="var(--accent-soft)" />
      <circle cx="58" cy="66" r="26" fill="var(--overlay)" stroke="var(--line-strong)" />
      <circle cx="58" cy="58" r="9" fill="var(--line-strong)" />
      <path d="M41 84a17 14 0 0 1 34 0" fill="var(--line-strong)" />
      <circle cx="78" cy="86" r="7" fill="var(--ok)" stroke="var(--accent-soft)" strokeWidth="3" />
      <rect x="104" y="16" width="156" height="100" rx="10" fill="var(--overlay)" stroke="var(--line-strong)" />
      <rect x="118" y="30" width="84" height="7" rx="3.5" fill="var(--line-strong)" />
      <rect x="118" y="50" width="66" height="7" rx="3.5" fill="var(--line-strong)" />
      <rect x="112" y="70" width="140" height="34" rx="8" fill="var(--accent)" />
      <text x="122" y="91" fontSize="11.5" fontWeight="600" fill="var(--on-accent)">
        Copiar ID do usuário
      </text>
    </svg>
  );
}
