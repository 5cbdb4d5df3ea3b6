import ts from "typescript";

/** Fields of a document that hold texts of its author. */
const TEXTS = new Set(
  `const default description email enum example format name operationId path pattern scheme scope summary tag title
  url value version`.split(/\s+/),
);

/** What writes texts of a language, in `packages/spec-tools/src/languages`, and what only speaks to the author. */
const WRITERS = new Set(
  `block code codeBlock codeInCell declaration docComment docstring escapeHidden field formatted identifier inline json
  member methodName propertyName shown shownText template text typeName word`.split(/\s+/),
);

/** A text of a document that a template puts into a file as it is. */
export interface RawText {
  readonly line: number;
  /** The expression in the template. */
  readonly expression: string;
}

/** Finds the templates of a generator in which a text of a document stands without a writer of the target language. */
export function rawTexts(code: string): RawText[] {
  const file = ts.createSourceFile("generator.ts", code, ts.ScriptTarget.ES2022, true);
  const found: RawText[] = [];
  const visit = (node: ts.Node, isWritten: boolean): void => {
    if (ts.isTemplateSpan(node) && !isWritten && holdsText(node.expression)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      found.push({ line: line + 1, expression: node.expression.getText() });
    }
    const inside = isWritten || isWriter(node) || ts.isNewExpression(node) || ts.isThrowStatement(node);
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(file, false);
  return found;
}

function isWriter(node: ts.Node): boolean {
  if (!ts.isCallExpression(node)) return false;
  const { expression } = node;
  return WRITERS.has(ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText());
}

/** Whether an expression is a field with a text, or chooses between some. */
function holdsText(node: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node) || ts.isAsExpression(node))
    return holdsText(node.expression);
  if (ts.isConditionalExpression(node)) return holdsText(node.whenTrue) || holdsText(node.whenFalse);
  if (ts.isBinaryExpression(node)) return holdsText(node.left) || holdsText(node.right);
  if (ts.isPropertyAccessExpression(node)) return TEXTS.has(node.name.text);
  return ts.isIdentifier(node) && TEXTS.has(node.text);
}
