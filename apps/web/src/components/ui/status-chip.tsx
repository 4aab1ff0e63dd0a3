import type { InvitationStatus } from '@quayside/contracts/accounts/people';
import type { InvoiceStatus, ProductStatus, PurchaseOrderStatus } from '@quayside/domain/lists';
import {
  IconArchive,
  IconBan,
  IconCircle,
  IconCircleCheck,
  IconEye,
  IconLock,
  IconMail,
  IconPencil,
  IconPlayerPause,
  IconStar,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/i18n.ts';
import type { Tone } from '../../theme/theme.ts';
import classes from './status-chip.module.css';

interface Look {
  readonly icon: TablerIcon;
  readonly tone: Tone;
  /** Marks a default status, which has no background inside tables. */
  readonly rests?: true;
}
const LOOKS = {
  invoice: {
    REVIEW: { icon: IconEye, tone: 'warning' },
    WORKING: { icon: IconPencil, tone: 'info' },
    OPEN: { icon: IconCircle, tone: 'accent' },
    CLOSED: { icon: IconCircleCheck, tone: 'neutral', rests: true },
  } satisfies Record<InvoiceStatus, Look>,
  purchaseOrder: {
    DRAFT: { icon: IconPencil, tone: 'neutral' },
    OPEN: { icon: IconCircle, tone: 'accent' },
    CLOSED: { icon: IconCircleCheck, tone: 'neutral', rests: true },
  } satisfies Record<PurchaseOrderStatus, Look>,
  product: {
    ACTIVE: { icon: IconCircleCheck, tone: 'positive', rests: true },
    INACTIVE: { icon: IconPlayerPause, tone: 'neutral', rests: true },
    TOP_SELLER: { icon: IconStar, tone: 'accent' },
    UNDER_REVIEW: { icon: IconEye, tone: 'warning' },
    CLOSED_LISTING: { icon: IconLock, tone: 'danger' },
    DISCONTINUED: { icon: IconBan, tone: 'neutral', rests: true },
  } satisfies Record<ProductStatus, Look>,
  supplier: {
    ACTIVE: { icon: IconCircleCheck, tone: 'positive', rests: true },
    ARCHIVED: { icon: IconArchive, tone: 'neutral', rests: true },
  },
  invitation: {
    INVITED: { icon: IconMail, tone: 'warning' },
    ACCEPTED: { icon: IconCircleCheck, tone: 'positive', rests: true },
    REJECTED: { icon: IconBan, tone: 'danger' },
    REVOKED: { icon: IconLock, tone: 'neutral' },
  } satisfies Record<InvitationStatus, Look>,
} as const;

/** The enumeration to which the status belongs, and the status itself. */
type StatusChipProps =
  | { family: 'invoice'; value: InvoiceStatus; quiet?: boolean; detail?: ReactNode }
  | { family: 'purchaseOrder'; value: PurchaseOrderStatus; quiet?: boolean; detail?: ReactNode }
  | { family: 'product'; value: ProductStatus; quiet?: boolean; detail?: ReactNode }
  | { family: 'supplier'; value: keyof typeof LOOKS.supplier; quiet?: boolean; detail?: ReactNode }
  | { family: 'invitation'; value: InvitationStatus; quiet?: boolean; detail?: ReactNode };

/**
 * A chip for an enumerated value, with icon, label and colour. `quiet` is for chips inside tables. `detail` follows the
 * label, separated by a dot.
 */
export function StatusChip(props: StatusChipProps) {
  const t = useT();
  const looks: Readonly<Record<string, Look>> = LOOKS[props.family];
  const look = looks[props.value] ?? { icon: IconCircle, tone: 'neutral' };
  const words = t(`status.${props.family}`, { returnObjects: true }) as Record<string, string>;
  return (
    <Chip
      icon={look.icon}
      tone={look.tone}
      quiet={props.quiet === true && look.rests === true}
      spoken={t(`status.family.${props.family}`)}
    >
      {words[props.value]}
      {props.detail !== undefined && <> · {props.detail}</>}
    </Chip>
  );
}

interface ChipProps {
  readonly icon?: TablerIcon;
  readonly tone?: Tone;
  readonly quiet?: boolean;
  /** The text that screen readers read before the label: "Status". */
  readonly spoken?: string;
  readonly children: ReactNode;
}

/** A chip with any text, for values that are not one of the statuses above. */
export function Chip({ icon: Icon, tone = 'neutral', quiet = false, spoken, children }: ChipProps) {
  return (
    <span className={classes.chip} data-tone={tone} data-quiet={quiet || undefined}>
      {Icon && <Icon size={13} stroke={2} aria-hidden />}
      {spoken && <span className="visually-hidden">{spoken}: </span>}
      <span className={classes.word}>{children}</span>
    </span>
  );
}
