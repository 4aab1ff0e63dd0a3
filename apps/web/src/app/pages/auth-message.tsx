import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import classes from './pages.module.css';

interface AuthMessageProps {
  readonly title: string;
  readonly text: string;
  readonly hint?: string | undefined;
  readonly action: { readonly label: string; readonly to: string };
}

/** The result of a form, shown in place of the form and announced by screen readers. A link leads to the next step. */
export function AuthMessage({ title, text, hint, action }: AuthMessageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div role="status">
      <h1 ref={heading} tabIndex={-1} className={classes.authResult}>
        {title}
      </h1>
      <p className={classes.authLead}>{text}</p>
      {hint !== undefined && <p className={classes.authLead}>{hint}</p>}
      <Button component={Link} to={action.to} variant="filled" size="lg" fullWidth>
        {action.label}
      </Button>
    </div>
  );
}
