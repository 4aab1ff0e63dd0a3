import {
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  rem,
  type VariantColorsResolver,
} from '@mantine/core';
import classes from './mantine.module.css';

const token = (name: string) => `var(--q-${name})`;
/** Mantine expects ten shades of a colour. All of them are the same token, which follows the colour scheme. */
const shades = (name: string) => Array.from({ length: 10 }, () => token(name)) as unknown as MantineColorsTuple;

/** The tones, which can be used as the `color` of buttons, alerts and badges. */
export type Tone = 'accent' | 'positive' | 'warning' | 'danger' | 'info' | 'neutral';

const toneOf = (color: string | undefined): Tone =>
  color === 'danger' || color === 'positive' || color === 'warning' || color === 'info' || color === 'neutral'
    ? color
    : 'accent';

const variantColorResolver: VariantColorsResolver = ({ color, variant }) => {
  const tone = toneOf(color);
  const word = tone === 'accent' ? token('accent-text') : token(tone);
  switch (variant) {
    case 'filled':
      return tone === 'accent'
        ? {
            background: token('accent'),
            hover: token('accent-hover'),
            color: token('on-accent'),
            border: '1px solid transparent',
          }
        : {
            background: word,
            hover: `color-mix(in srgb, ${word} 88%, ${token('text')})`,
            color: token('surface'),
            border: '1px solid transparent',
          };
    case 'light':
      return {
        background: token(`${tone}-soft`),
        hover: `color-mix(in srgb, ${word} 16%, ${token(`${tone}-soft`)})`,
        color: word,
        border: '1px solid transparent',
      };
    case 'subtle':
    case 'transparent':
      return {
        background: 'transparent',
        hover: token('hover'),
        color: tone === 'accent' ? token('text-2') : word,
        border: '1px solid transparent',
      };
    default:
      return {
        background: token('surface'),
        hover: token('hover'),
        color: tone === 'accent' ? token('text') : word,
        border: `1px solid ${token('border-strong')}`,
      };
  }
};

const buttonSize = (height: number, padding: number, font: number) => ({
  '--button-height': rem(height),
  '--button-padding-x': rem(padding),
  '--button-fz': rem(font),
});
const BUTTON_SIZES: Readonly<Record<string, ReturnType<typeof buttonSize>>> = {
  xs: buttonSize(28, 10, 12.5),
  sm: buttonSize(34, 13, 13),
  lg: buttonSize(40, 16, 14),
};

const TYPED_DIRECTION = { input: { dir: 'auto' } };

/** Maps Mantine's CSS variables to our tokens. The tokens follow the colour scheme, so one map serves both schemes. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const both = {
    '--mantine-color-body': token('canvas'),
    '--mantine-color-text': token('text'),
    '--mantine-color-dimmed': token('text-3'),
    '--mantine-color-placeholder': token('text-3'),
    '--mantine-color-anchor': token('accent-text'),
    '--mantine-color-error': token('danger'),
    '--mantine-color-default': token('surface'),
    '--mantine-color-default-hover': token('hover'),
    '--mantine-color-default-color': token('text'),
    '--mantine-color-default-border': token('border-strong'),
    '--mantine-color-disabled': token('sunken'),
    '--mantine-color-disabled-color': token('text-3'),
    '--mantine-color-disabled-border': token('border'),
    '--mantine-primary-color-filled': token('accent'),
    '--mantine-primary-color-filled-hover': token('accent-hover'),
    '--mantine-primary-color-light': token('accent-soft'),
    '--mantine-primary-color-light-hover': token('accent-soft'),
    '--mantine-primary-color-light-color': token('accent-text'),
    '--mantine-primary-color-contrast': token('on-accent'),
    '--mantine-color-accent-filled': token('accent'),
    '--mantine-color-accent-filled-hover': token('accent-hover'),
    '--mantine-color-accent-light': token('accent-soft'),
    '--mantine-color-accent-light-color': token('accent-text'),
    '--mantine-color-accent-text': token('accent-text'),
    '--mantine-color-accent-outline': token('accent'),
  };
  return { variables: {}, light: both, dark: both };
};

/** The Mantine theme of the app. */
export const theme = createTheme({
  // Respects the system setting for reduced motion by disabling animations.
  respectReducedMotion: true,
  primaryColor: 'accent',
  colors: {
    accent: shades('accent'),
    danger: shades('danger'),
    positive: shades('positive'),
    warning: shades('warning'),
    info: shades('info'),
    neutral: shades('neutral'),
  },
  autoContrast: false,
  variantColorResolver,
  fontFamily: 'var(--q-font)',
  fontFamilyMonospace: 'var(--q-font)',
  fontSizes: { xs: rem(12), sm: rem(13), md: rem(14), lg: rem(16), xl: rem(18) },
  lineHeights: { xs: '16px', sm: '18px', md: '20px', lg: '24px', xl: '24px' },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(20), xl: rem(24) },
  radius: { xs: rem(4), sm: rem(6), md: rem(8), lg: rem(10), xl: rem(14) },
  defaultRadius: 'md',
  breakpoints: { xs: '30em', sm: '48em', md: '64em', lg: '80em', xl: '96em' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: rem(22), lineHeight: '28px' },
      h2: { fontSize: rem(15), lineHeight: '20px' },
      h3: { fontSize: rem(13), lineHeight: '18px' },
    },
  },
  shadows: {
    xs: 'var(--q-shadow-1)',
    sm: 'var(--q-shadow-1)',
    md: 'var(--q-shadow-2)',
    lg: 'var(--q-shadow-3)',
    xl: 'var(--q-shadow-3)',
  },
  focusRing: 'auto',
  cursorType: 'pointer',
  components: {
    Button: {
      defaultProps: { variant: 'default', size: 'sm' },
      vars: (_theme: unknown, { size }: { size?: string }) => ({ root: BUTTON_SIZES[size ?? 'sm'] ?? {} }),
      classNames: {
        root: classes.button,
        inner: classes.buttonInner,
        label: classes.buttonLabel,
        section: classes.buttonSection,
      },
    },
    ActionIcon: { defaultProps: { variant: 'subtle', size: 32 }, classNames: { root: classes.actionIcon } },
    // The direction of what is typed, such as Hebrew. As a property it would be set on the wrapper, without effect.
    TextInput: { defaultProps: { attributes: TYPED_DIRECTION } },
    Textarea: { defaultProps: { attributes: TYPED_DIRECTION } },
    Input: { classNames: { wrapper: classes.inputBox, input: classes.input, section: classes.inputSection } },
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'], withAsterisk: false },
      classNames: { root: classes.field, label: classes.label, description: classes.help, error: classes.error },
    },
    Checkbox: {
      classNames: {
        body: classes.checkBody,
        input: classes.checkbox,
        label: classes.checkLabel,
        description: classes.checkHelp,
      },
    },
    Radio: { classNames: { radio: classes.radio, label: classes.checkLabel } },
    SegmentedControl: {
      classNames: { root: classes.segments, indicator: classes.segment, label: classes.segmentLabel },
    },
    Switch: { classNames: { label: classes.checkLabel } },
    Select: {
      defaultProps: {
        checkIconPosition: 'right',
        withScrollArea: false,
        comboboxProps: { shadow: 'md', transitionProps: { duration: 120, transition: 'fade-down' } },
      },
      classNames: { dropdown: classes.dropdown, options: classes.options, option: classes.option },
    },
    Autocomplete: {
      defaultProps: { withScrollArea: false, comboboxProps: { shadow: 'md' }, attributes: TYPED_DIRECTION },
      classNames: { dropdown: classes.dropdown, options: classes.options, option: classes.option },
    },
    MultiSelect: {
      defaultProps: { checkIconPosition: 'right', withScrollArea: false, comboboxProps: { shadow: 'md' } },
      classNames: {
        dropdown: classes.dropdown,
        options: classes.options,
        option: classes.option,
        pill: classes.pill,
        input: classes.pillsInput,
      },
    },
    Combobox: { classNames: { dropdown: classes.dropdown, option: classes.option } },
    Popover: {
      defaultProps: { shadow: 'md', radius: 'lg', transitionProps: { duration: 120, transition: 'fade-down' } },
      classNames: { dropdown: classes.dropdown },
    },
    Menu: {
      defaultProps: { shadow: 'md', radius: 'lg', transitionProps: { duration: 120, transition: 'fade-down' } },
      classNames: {
        dropdown: `${classes.dropdown} ${classes.menuDropdown}`,
        item: classes.menuItem,
        itemLabel: classes.menuItemLabel,
        itemSection: classes.menuSection,
        label: classes.menuLabel,
        divider: classes.menuDivider,
      },
    },
    Tooltip: {
      defaultProps: { openDelay: 300, transitionProps: { duration: 90 }, maw: 320, multiline: true },
      classNames: { tooltip: classes.tooltip },
    },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 14,
        transitionProps: { duration: 150, transition: 'fade' },
        overlayProps: { className: classes.scrim, backgroundOpacity: 0 },
        // The header of a dialog is no banner of the page.
        attributes: { header: { role: 'none' } },
      },
      classNames: {
        inner: classes.dialogInner,
        content: classes.dialog,
        header: classes.dialogHeader,
        title: classes.dialogTitle,
        body: classes.dialogBody,
      },
    },
    Drawer: {
      defaultProps: {
        transitionProps: { duration: 150 },
        overlayProps: { className: classes.scrim, backgroundOpacity: 0 },
        attributes: { header: { role: 'none' } },
      },
      classNames: { content: classes.dialog, header: classes.dialogHeader, title: classes.dialogTitle },
    },
    Tabs: { classNames: { list: classes.tabs, tab: classes.tab } },
    Alert: { classNames: { root: classes.alert, title: classes.alertTitle, message: classes.alertMessage } },
    Skeleton: { defaultProps: { radius: 4 }, classNames: { root: classes.skeleton } },
    Notification: {
      classNames: {
        root: classes.toast,
        title: classes.toastTitle,
        description: classes.toastBody,
        icon: classes.toastIcon,
      },
    },
  },
});
