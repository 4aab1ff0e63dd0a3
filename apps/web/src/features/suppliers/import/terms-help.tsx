import { TERM_EVENTS } from '@quayside/domain/suppliers/terms';
import { EVENT_WORDS, readTerms } from '@quayside/domain/suppliers/terms-text';
import { Card } from '../../../components/ui/card.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { termsInWords } from '../terms/terms-words.ts';
import classes from './terms-help.module.css';

const EXAMPLES = ['30% on order; 70% before shipping', '30% deposit, balance on arrival + 30 days', 'Net 60'] as const;

/** Explains how payment terms and lead times are written in the cells of a file. */
export function TermsHelp() {
  const t = useT();
  return (
    <Card title={t('suppliers:import.help.title')}>
      <div className={classes.help}>
        <p>{t('suppliers:import.help.terms')}</p>
        <SimpleTable label={t('suppliers:import.help.terms')} cards="minmax(0, 1fr)" lines="below" row={{ pad: 6 }}>
          <thead>
            <tr>
              <th scope="col">{t('suppliers:import.help.cell')}</th>
              <th scope="col">{t('suppliers:import.help.means')}</th>
            </tr>
          </thead>
          <tbody>
            {EXAMPLES.map((cell) => {
              const terms = readTerms(cell);
              return (
                <tr key={cell}>
                  <td>
                    <code>{cell}</code>
                  </td>
                  <td>{'is' in terms ? '' : termsInWords(t, terms)}</td>
                </tr>
              );
            })}
          </tbody>
        </SimpleTable>
        <p>
          {t('suppliers:import.help.events', {
            events: TERM_EVENTS.map((event) => EVENT_WORDS[event]).join(', '),
          })}
        </p>
        <p>{t('suppliers:import.help.leadTimes')}</p>
      </div>
    </Card>
  );
}
