// Fetched with the first part of the client that is not on the first screen (load-part.ts).
import '../theme/mantine-parts.css';
import '../i18n/part-texts.ts';
