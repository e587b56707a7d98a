/** The key under which this browser keeps how its person wants the panel: `{ scheme, density }`. */
export const LOOK_KEY = 'vitrine-look';

/**
 * Applies what the person chose before the first picture is drawn. The rules of a light screen stand in a media query. Its
 * condition gets a part that is always or never true, so that the styles need each colour only once. The function is sent as text: it
 * may use only its argument.
 */
export function applyLook(key: string): void {
  let look: { scheme?: unknown; density?: unknown } | null = null;
  try {
    look = JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    // No storage, or a value that somebody edited: the system decides.
  }
  const light = '(prefers-color-scheme: light)';
  const scheme = look?.scheme;
  const condition =
    scheme === 'light' ? `${light}, (width >= 0px)` : scheme === 'dark' ? `${light} and (width < 0px)` : light;
  const visit = (rules: CSSRuleList) => {
    for (const rule of rules) {
      if (rule instanceof CSSMediaRule && rule.media.mediaText.startsWith(light)) rule.media.mediaText = condition;
      else if ('cssRules' in rule) visit(rule.cssRules as CSSRuleList);
    }
  };
  for (const sheet of document.styleSheets) {
    try {
      visit(sheet.cssRules);
    } catch {
      // A style sheet of an extension, which no page may read.
    }
  }
  if (look?.density === 'compact') document.documentElement.dataset.density = 'compact';
  else delete document.documentElement.dataset.density;
}

/** The text of that script. */
export const ownLook = `(${applyLook})(${JSON.stringify(LOOK_KEY)})`;
