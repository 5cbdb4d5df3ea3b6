import ts from "typescript";

/**
 * Lists what would not happen if the object of an optional call were missing: JavaScript then does not evaluate the
 * arguments. A client without an event handler ignored every rate limit, because the call that started the pause stood
 * in the arguments of `onEvent?.(…)`.
 *
 * The rule: the arguments of an optional call, and the name in an optional `x?.[…]`, contain no call, `new`, `await`,
 * `yield`, `delete`, assignment, `++` or `--`, except inside a function, and except what {@link PURE} names.
 */
export function effectsInOptionalCalls(file: string, text: string): string[] {
  if (!text.includes("?.")) return [];
  const kind = /x$/.test(file) ? ts.ScriptKind.TSX : undefined;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const problems: string[] = [];
  const visit = (node: ts.Node): void => {
    const effect = argumentsOf(node).map(effectIn).find(Boolean);
    if (effect) {
      const { line } = source.getLineAndCharacterOfPosition(effect.getStart());
      problems.push(
        `${file}:${line + 1}: ${effect.getText()} only happens if the object before ?. exists; assign it to a constant first.`,
      );
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return problems;
}

/** Functions that only convert their arguments, or read a clock. */
const PURE = ["String", "Number", "Boolean", "JSON.stringify", "JSON.parse", "performance.now"];

/** What is evaluated only if the object before `?.` exists. */
function argumentsOf(node: ts.Node): readonly ts.Node[] {
  if (!(node.flags & ts.NodeFlags.OptionalChain)) return [];
  if (ts.isCallExpression(node)) return node.arguments;
  return ts.isElementAccessExpression(node) ? [node.argumentExpression] : [];
}

/** The first part of an expression that may change something. */
function effectIn(node: ts.Node): ts.Node | undefined {
  if (ts.isFunctionLike(node)) return undefined;
  return isEffect(node) ? node : ts.forEachChild(node, effectIn);
}

function isEffect(node: ts.Node): boolean {
  if (ts.isCallExpression(node)) return !PURE.includes(node.expression.getText());
  if (ts.isPrefixUnaryExpression(node)) return STEPS.has(node.operator);
  if (ts.isBinaryExpression(node))
    return (
      node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
      node.operatorToken.kind <= ts.SyntaxKind.LastAssignment
    );
  return EFFECTS.has(node.kind);
}

const STEPS = new Set<ts.SyntaxKind>([ts.SyntaxKind.PlusPlusToken, ts.SyntaxKind.MinusMinusToken]);

const EFFECTS = new Set<ts.SyntaxKind>([
  ts.SyntaxKind.NewExpression,
  ts.SyntaxKind.AwaitExpression,
  ts.SyntaxKind.YieldExpression,
  ts.SyntaxKind.DeleteExpression,
  ts.SyntaxKind.TaggedTemplateExpression,
  ts.SyntaxKind.PostfixUnaryExpression,
]);
