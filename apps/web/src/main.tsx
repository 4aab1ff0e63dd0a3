// These modules are imported first, because eval, trusted types and the nonce must be configured before anything is
// parsed or styled.
import './lib/page/no-eval.ts';
import './theme/trusted-types.ts';
import './theme/nonce.ts';
import './theme/mantine-shell.css';
import './theme/fonts.css';
import './theme/tokens.css';
import './theme/global.css';
import './theme/print.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { Providers } from './app/providers.tsx';
import { createAppRouter } from './app/router.tsx';
import { closeLayersOnBack } from './lib/page/back-layers.ts';
import { startLanguage } from './i18n/language.ts';
import { watchPrinting } from './lib/page/printing.ts';
import { idle } from './lib/api/idle.ts';
import { startErrorReports } from './lib/api/error-reports.ts';
import { storedMe } from './lib/session/kept-person.ts';
import { startSession } from './lib/session/session.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

startErrorReports();
const language = startLanguage(storedMe()?.language);
watchPrinting();
await Promise.all([language, startSession()]);
const router = createAppRouter();
closeLayersOnBack(router);
createRoot(root).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
void idle().then(() => import('./theme/fonts-zh.css'));
