/** The button on the page of a mailed link. Only pressing it sends the link's token, and it needs no script. */
export function TokenForm(props: { action: string; token: string; tone: string; children: string }) {
  return (
    <form method="post" action={props.action} className="grid w-full sm:w-auto">
      <input type="hidden" name="token" value={props.token} />
      <button type="submit" className={`btn ${props.tone}`}>
        {props.children}
      </button>
    </form>
  );
}
