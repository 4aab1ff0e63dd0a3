import type { Product } from '@quayside/contracts/products';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { EN_DASH, formatQuantity, groupDigits, roundDecimal } from '../../../lib/format.ts';
import classes from '../products.module.css';
import {
  type BoxFacts,
  type BoxValues,
  caseFacts,
  type Check,
  productBoxFacts,
  volumeFigure,
  weightFigure,
} from './packaging-facts.ts';

interface FactsProps {
  readonly values: BoxValues;
  readonly product: Product;
}

/** Functions that format weights, volumes and lengths in the units of the product. */
function useFigures({ weightUnit, dimensionUnit }: Product) {
  const t = useT();
  return {
    weight: (ug: bigint | null | undefined) => {
      if (!ug) return EN_DASH;
      const { figure, unit } = weightFigure(ug, weightUnit);
      return `${figure} ${t(`products:packaging.unit.${unit}`)}`;
    },
    volume: (mm3: bigint | null | undefined, isLarge: boolean) => {
      if (!mm3) return EN_DASH;
      const { figure, unit } = volumeFigure(mm3, dimensionUnit, isLarge);
      return `${figure} ${t(`products:packaging.unit.${unit}`)}`;
    },
    length: (text: string | null | undefined) =>
      text ? `${formatQuantity(roundDecimal(text, 2))} ${t(`products:unit.${dimensionUnit}`)}` : EN_DASH,
  };
}

const Fact = ({ name, note, children }: { name: string; note?: string | undefined; children: ReactNode }) => (
  <div className={classes.fact}>
    <dt>{name}</dt>
    <dd className="num">
      {children} {note && <small>{note}</small>}
    </dd>
  </div>
);

/** Figures derived from the measures of the packed unit, such as its volume. They are updated while somebody types. */
export function ProductFactsList({ values, product }: FactsProps) {
  const t = useT();
  const figures = useFigures(product);
  const facts = productBoxFacts(values, product);
  return (
    <>
      <dl className={classes.facts} aria-live="polite">
        <Fact name={t('products:facts.volume')}>{figures.volume(facts.volume, false)}</Fact>
        <Volumetric facts={facts} product={product} />
        <Fact name={t('products:facts.girth')}>{figures.length(facts.girth)}</Fact>
      </dl>
      {facts.weightCheck && (
        <CheckNote
          check={facts.weightCheck}
          words={{
            expected: figures.weight(facts.weightCheck.expected),
            typed: figures.weight(facts.weightCheck.typed),
          }}
          kind="unit"
        />
      )}
    </>
  );
}

/**
 * Figures derived from the measures of the case, such as the weight and volume of one unit. They are updated while
 * somebody types.
 */
export function CaseFactsList({ values, product }: FactsProps) {
  const t = useT();
  const figures = useFigures(product);
  const facts = caseFacts(values, product);
  const units = groupDigits(String(values.count ?? 0));
  return (
    <>
      <dl className={classes.facts} aria-live="polite">
        <Fact name={t('products:packaging.caseVolume')}>{figures.volume(facts.volume, true)}</Fact>
        <Volumetric facts={facts} product={product} />
        <Fact name={t('products:packaging.unitWeight')}>{figures.weight(facts.unitWeight)}</Fact>
        <Fact name={t('products:packaging.unitVolume')}>{figures.volume(facts.unitVolume, false)}</Fact>
      </dl>
      <p className={classes.usage} role="status">
        {t(facts.isComplete ? 'products:packaging.used' : 'products:packaging.notUsed')}
      </p>
      {facts.weightCheck && (
        <CheckNote
          check={facts.weightCheck}
          words={{
            units,
            expected: figures.weight(facts.weightCheck.expected),
            typed: figures.weight(facts.weightCheck.typed),
          }}
          kind="case"
        />
      )}
      {facts.volumeCheck && (
        <Warning>
          {t('products:packaging.check.room', {
            units,
            expected: figures.volume(facts.volumeCheck.expected, true),
            typed: figures.volume(facts.volumeCheck.typed, true),
          })}
        </Warning>
      )}
    </>
  );
}

function Volumetric({ facts, product }: { facts: BoxFacts; product: Product }) {
  const t = useT();
  const figures = useFigures(product);
  return (
    <Fact
      name={t('products:packaging.volumetric')}
      note={facts.volumetric ? t(`products:packaging.by.${facts.method}`) : undefined}
    >
      {figures.weight(facts.volumetric)}
    </Fact>
  );
}

function CheckNote({
  check,
  words,
  kind,
}: {
  check: Check;
  words: { units?: string; expected: string; typed: string };
  kind: 'unit' | 'case';
}) {
  const t = useT();
  const text = t(`products:packaging.check.${kind}.${check.verdict}`, {
    units: words.units ?? '',
    expected: words.expected,
    typed: words.typed,
  });
  if (check.verdict !== 'AGREES') return <Warning>{text}</Warning>;
  return (
    <p className={classes.agrees} role="status">
      <IconCircleCheck size={16} stroke={1.75} aria-hidden /> {text}
    </p>
  );
}

const Warning = ({ children }: { children: ReactNode }) => (
  <div className={classes.warning}>
    <Note tone="warning" icon={IconAlertTriangle} role="status">
      {children}
    </Note>
  </div>
);
