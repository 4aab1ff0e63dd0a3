import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { SimpleTable } from '../../ui/simple-table.tsx';
import facts from '../../ui/facts.module.css';

const MOST_SHOWN = 100;

interface RowsProps {
  readonly label: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The first rows of something, as a table of words that scrolls. */
export const SimpleRows = ({ label, heads, rows }: RowsProps) => (
  <ScrollRegion className={facts['scroll']} label={label}>
    <SimpleTable label={label}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, MOST_SHOWN).map((cells, index) => (
          <tr key={index}>
            {cells.map((cell, at) => (
              <td key={at}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </SimpleTable>
  </ScrollRegion>
);
