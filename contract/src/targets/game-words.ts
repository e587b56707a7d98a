/** What the words of all games share. */

export const whole = new Intl.NumberFormat('pt-BR');

/** The owner's word for a name, beside the name for members. */
export const told = (name: string, label: string | undefined, buyer: boolean) =>
  !label ? name : buyer ? label : `${label} (${name})`;
