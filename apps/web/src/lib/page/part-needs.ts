// This module is loaded with the first chunk that is not part of the first screen (load-part.ts).
import '../../theme/mantine-parts.css';
import '../../i18n/part-texts.ts';
