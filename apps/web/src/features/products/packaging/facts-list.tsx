import type { Product } from '@quayside/contracts/products/products';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Note } from '../../../components/ui/states.tsx';
import type { MeasureWords } from '../../../lib/words/measure-words.ts';
import { MeasuredText } from '../../../components/ui/measured-text.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { EN_DASH, groupDigits } from '../../../lib/words/format.ts';
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

/** Functions that format weights, volumes and lengths in the units of the product, with given words for measures. */
function useFigures({ weightUnit, dimensionUnit }: Product) {
  const t = useT();
  return (words: MeasureWords) => ({
    weight: (ug: bigint | null | undefined) => {
      if (!ug) return EN_DASH;
      const { figure, unit } = weightFigure(ug, weightUnit, words);
      return `${figure} ${t(`products:packaging.unit.${unit}`)}`;
    },
    volume: (mm3: bigint | null | undefined, isLarge: boolean) => {
      if (!mm3) return EN_DASH;
      const { figure, unit } = volumeFigure(mm3, dimensionUnit, isLarge, words);
      return `${figure} ${t(`products:packaging.unit.${unit}`)}`;
    },
    length: (text: string | null | undefined) =>
      text ? `${words.quantity(text, 2)} ${t(`products:unit.${dimensionUnit}`)}` : EN_DASH,
  });
}
type Figures = ReturnType<ReturnType<typeof useFigures>>;

/** A figure of the product, in full in its tooltip. */
function Figure({ product, children }: { product: Product; children: (figures: Figures) => string }) {
  const figures = useFigures(product);
  return <MeasuredText>{(words) => children(figures(words))}</MeasuredText>;
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
  const facts = productBoxFacts(values, product);
  return (
    <>
      <dl className={classes.facts} aria-live="polite">
        <Fact name={t('products:facts.volume')}>
          <Figure product={product}>{(figures) => figures.volume(facts.volume, false)}</Figure>
        </Fact>
        <Volumetric facts={facts} product={product} />
        <Fact name={t('products:facts.girth')}>
          <Figure product={product}>{(figures) => figures.length(facts.girth)}</Figure>
        </Fact>
      </dl>
      {facts.weightCheck && <CheckNote check={facts.weightCheck} product={product} kind="unit" />}
    </>
  );
}

/**
 * Figures derived from the measures of the case, such as the weight and volume of one unit. They are updated while
 * somebody types.
 */
export function CaseFactsList({ values, product }: FactsProps) {
  const t = useT();
  const facts = caseFacts(values, product);
  const units = groupDigits(String(values.count ?? 0));
  return (
    <>
      <dl className={classes.facts} aria-live="polite">
        <Fact name={t('products:packaging.caseVolume')}>
          <Figure product={product}>{(figures) => figures.volume(facts.volume, true)}</Figure>
        </Fact>
        <Volumetric facts={facts} product={product} />
        <Fact name={t('products:packaging.unitWeight')}>
          <Figure product={product}>{(figures) => figures.weight(facts.unitWeight)}</Figure>
        </Fact>
        <Fact name={t('products:packaging.unitVolume')}>
          <Figure product={product}>{(figures) => figures.volume(facts.unitVolume, false)}</Figure>
        </Fact>
      </dl>
      <p className={classes.usage} role="status">
        {t(facts.isComplete ? 'products:packaging.used' : 'products:packaging.notUsed')}
      </p>
      {facts.weightCheck && <CheckNote check={facts.weightCheck} product={product} units={units} kind="case" />}
      {facts.volumeCheck && (
        <Warning>
          <Figure product={product}>
            {({ volume }) =>
              t('products:packaging.check.room', {
                units,
                expected: volume(facts.volumeCheck?.expected, true),
                typed: volume(facts.volumeCheck?.typed, true),
              })
            }
          </Figure>
        </Warning>
      )}
    </>
  );
}

function Volumetric({ facts, product }: { facts: BoxFacts; product: Product }) {
  const t = useT();
  return (
    <Fact
      name={t('products:packaging.volumetric')}
      note={facts.volumetric ? t(`products:packaging.by.${facts.method}`) : undefined}
    >
      <Figure product={product}>{(figures) => figures.weight(facts.volumetric)}</Figure>
    </Fact>
  );
}

function CheckNote({
  check,
  product,
  units = '',
  kind,
}: {
  check: Check;
  product: Product;
  units?: string;
  kind: 'unit' | 'case';
}) {
  const t = useT();
  const text = (
    <Figure product={product}>
      {({ weight }) =>
        t(`products:packaging.check.${kind}.${check.verdict}`, {
          units,
          expected: weight(check.expected),
          typed: weight(check.typed),
        })
      }
    </Figure>
  );
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
