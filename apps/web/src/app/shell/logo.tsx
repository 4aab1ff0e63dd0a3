import classes from './logo.module.css';

/** The logo: the arch of a crane over a quay on three piles. */
export function LogoMark({ size = 24 }: { size?: number }) {
  return (
    <svg className={classes.mark} viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <rect width="24" height="24" rx="6.5" />
      <path d="M5 15.2h14M7.6 15.2v3M12 15.2v3M16.4 15.2v3M7.4 11.9a4.6 4.6 0 0 1 9.2 0M12 7.2V5.4" />
    </svg>
  );
}

/** The logo with the name of the product. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <span className={classes.logo}>
      <LogoMark size={size} />
      <span className={classes.name}>Quayside</span>
    </span>
  );
}
