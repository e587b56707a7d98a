import { useAppStore } from '../state/app-store.ts';

/** Log in and register, or the way to the panel for who is logged in. */
export function ApexActions() {
  const loggedIn = useAppStore((state) => state.auth.isLoggedIn);
  return loggedIn ? (
    <>
      <a href="/profile" className="flex min-h-11 items-center rounded-control px-3 font-medium hover:bg-hover">
        Meu Perfil
      </a>
      <a href="/dashboard" className="btn btn-primary min-h-11 px-4">
        Dashboard
      </a>
    </>
  ) : (
    <>
      <a href="/login" className="flex min-h-11 items-center rounded-control px-3 font-medium hover:bg-hover">
        Entrar
      </a>
      <a href="/registrar" className="btn btn-primary min-h-11 px-4">
        Criar loja
      </a>
    </>
  );
}
