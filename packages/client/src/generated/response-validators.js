// Generated from openapi/ by `npm run generate`. Do not edit.
// packages/spec-tools/src/generate/client/response-runtime.ts
var DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
var DATE_TIME = /^.{10}t([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;
function date(text) {
  if (!DATE.test(text)) return false;
  const day = Number(text.slice(8));
  const lastOfMonth = () => new Date(Date.UTC(Number(text.slice(0, 4)) + 400, Number(text.slice(5, 7)), 0));
  return day < 29 || day <= lastOfMonth().getUTCDate();
}
function dateTime(text) {
  return DATE_TIME.test(text) && date(text.slice(0, 10));
}
function length(text) {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

// openapi/generated/openapi.json
var formats = { date, "date-time": dateTime };
var response0 = validate1;
var func0 = length;
function validate3(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (typeof data === "string") {
      if (func0(data) > 100) {
        validate3.errors = [{ instancePath, keyword: "maxLength", params: { limit: 100 } }];
        return false;
      } else {
        if (func0(data) < 1) {
          validate3.errors = [{ instancePath, keyword: "minLength", params: { limit: 1 } }];
          return false;
        }
      }
    } else {
      validate3.errors = [{ instancePath, keyword: "type", params: { type: "string" } }];
      return false;
    }
  }
  validate3.errors = vErrors;
  return errors === 0;
}
function validate7(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (typeof data === "string") {
      if (func0(data) > 100) {
        validate7.errors = [{ instancePath, keyword: "maxLength", params: { limit: 100 } }];
        return false;
      } else {
        if (func0(data) < 1) {
          validate7.errors = [{ instancePath, keyword: "minLength", params: { limit: 1 } }];
          return false;
        }
      }
    } else {
      validate7.errors = [{ instancePath, keyword: "type", params: { type: "string" } }];
      return false;
    }
  }
  validate7.errors = vErrors;
  return errors === 0;
}
function validate6(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.key === void 0 && (missing0 = "key") || data.type === void 0 && (missing0 = "type") || data.value === void 0 && (missing0 = "value")) {
        validate6.errors = [{ instancePath, keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.key !== void 0) {
          const _errs1 = errors;
          if (!validate7(data.key, { instancePath: instancePath + "/key" })) {
            vErrors = vErrors === null ? validate7.errors : vErrors.concat(validate7.errors);
            errors = vErrors.length;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.type !== void 0) {
            let data1 = data.type;
            const _errs2 = errors;
            if (typeof data1 !== "string") {
              validate6.errors = [{ instancePath: instancePath + "/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            if ("string" !== data1) {
              validate6.errors = [{ instancePath: instancePath + "/type", keyword: "const", params: { allowedValue: "string" } }];
              return false;
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.value !== void 0) {
              const _errs4 = errors;
              if (typeof data.value !== "string") {
                validate6.errors = [{ instancePath: instancePath + "/value", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate6.errors = [{ instancePath, keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate6.errors = vErrors;
  return errors === 0;
}
function validate9(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.key === void 0 && (missing0 = "key") || data.type === void 0 && (missing0 = "type") || data.value === void 0 && (missing0 = "value")) {
        validate9.errors = [{ instancePath, keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.key !== void 0) {
          const _errs1 = errors;
          if (!validate7(data.key, { instancePath: instancePath + "/key" })) {
            vErrors = vErrors === null ? validate7.errors : vErrors.concat(validate7.errors);
            errors = vErrors.length;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.type !== void 0) {
            let data1 = data.type;
            const _errs2 = errors;
            if (typeof data1 !== "string") {
              validate9.errors = [{ instancePath: instancePath + "/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            if ("number" !== data1) {
              validate9.errors = [{ instancePath: instancePath + "/type", keyword: "const", params: { allowedValue: "number" } }];
              return false;
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.value !== void 0) {
              let data2 = data.value;
              const _errs4 = errors;
              if (!(typeof data2 == "number" && isFinite(data2))) {
                validate9.errors = [{ instancePath: instancePath + "/value", keyword: "type", params: { type: "number" } }];
                return false;
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate9.errors = [{ instancePath, keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate9.errors = vErrors;
  return errors === 0;
}
function validate11(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.key === void 0 && (missing0 = "key") || data.type === void 0 && (missing0 = "type") || data.value === void 0 && (missing0 = "value")) {
        validate11.errors = [{ instancePath, keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.key !== void 0) {
          const _errs1 = errors;
          if (!validate7(data.key, { instancePath: instancePath + "/key" })) {
            vErrors = vErrors === null ? validate7.errors : vErrors.concat(validate7.errors);
            errors = vErrors.length;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.type !== void 0) {
            let data1 = data.type;
            const _errs2 = errors;
            if (typeof data1 !== "string") {
              validate11.errors = [{ instancePath: instancePath + "/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            if ("boolean" !== data1) {
              validate11.errors = [{ instancePath: instancePath + "/type", keyword: "const", params: { allowedValue: "boolean" } }];
              return false;
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.value !== void 0) {
              const _errs4 = errors;
              if (typeof data.value !== "boolean") {
                validate11.errors = [{ instancePath: instancePath + "/value", keyword: "type", params: { type: "boolean" } }];
                return false;
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate11.errors = [{ instancePath, keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate11.errors = vErrors;
  return errors === 0;
}
var formats0 = formats.date;
function validate15(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (errors === 0) {
      if (typeof data === "string") {
        if (!formats0(data)) {
          validate15.errors = [{ instancePath, keyword: "format", params: { format: "date" } }];
          return false;
        }
      } else {
        validate15.errors = [{ instancePath, keyword: "type", params: { type: "string" } }];
        return false;
      }
    }
  }
  validate15.errors = vErrors;
  return errors === 0;
}
function validate13(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.key === void 0 && (missing0 = "key") || data.type === void 0 && (missing0 = "type") || data.value === void 0 && (missing0 = "value")) {
        validate13.errors = [{ instancePath, keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.key !== void 0) {
          const _errs1 = errors;
          if (!validate7(data.key, { instancePath: instancePath + "/key" })) {
            vErrors = vErrors === null ? validate7.errors : vErrors.concat(validate7.errors);
            errors = vErrors.length;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.type !== void 0) {
            let data1 = data.type;
            const _errs2 = errors;
            if (typeof data1 !== "string") {
              validate13.errors = [{ instancePath: instancePath + "/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            if ("date" !== data1) {
              validate13.errors = [{ instancePath: instancePath + "/type", keyword: "const", params: { allowedValue: "date" } }];
              return false;
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.value !== void 0) {
              const _errs4 = errors;
              if (!validate15(data.value, { instancePath: instancePath + "/value" })) {
                vErrors = vErrors === null ? validate15.errors : vErrors.concat(validate15.errors);
                errors = vErrors.length;
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate13.errors = [{ instancePath, keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate13.errors = vErrors;
  return errors === 0;
}
var formats2 = formats["date-time"];
var pattern0 = new RegExp("^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$", "u");
function validate19(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (errors === 0) {
      if (typeof data === "string") {
        if (!pattern0.test(data)) {
          validate19.errors = [{ instancePath, keyword: "pattern", params: { pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$" } }];
          return false;
        } else {
          if (!formats2(data)) {
            validate19.errors = [{ instancePath, keyword: "format", params: { format: "date-time" } }];
            return false;
          }
        }
      } else {
        validate19.errors = [{ instancePath, keyword: "type", params: { type: "string" } }];
        return false;
      }
    }
  }
  validate19.errors = vErrors;
  return errors === 0;
}
function validate17(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.key === void 0 && (missing0 = "key") || data.type === void 0 && (missing0 = "type") || data.value === void 0 && (missing0 = "value")) {
        validate17.errors = [{ instancePath, keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.key !== void 0) {
          const _errs1 = errors;
          if (!validate7(data.key, { instancePath: instancePath + "/key" })) {
            vErrors = vErrors === null ? validate7.errors : vErrors.concat(validate7.errors);
            errors = vErrors.length;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.type !== void 0) {
            let data1 = data.type;
            const _errs2 = errors;
            if (typeof data1 !== "string") {
              validate17.errors = [{ instancePath: instancePath + "/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            if ("datetime" !== data1) {
              validate17.errors = [{ instancePath: instancePath + "/type", keyword: "const", params: { allowedValue: "datetime" } }];
              return false;
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.value !== void 0) {
              const _errs4 = errors;
              if (!validate19(data.value, { instancePath: instancePath + "/value" })) {
                vErrors = vErrors === null ? validate19.errors : vErrors.concat(validate19.errors);
                errors = vErrors.length;
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate17.errors = [{ instancePath, keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate17.errors = vErrors;
  return errors === 0;
}
function validate21(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.key === void 0 && (missing0 = "key") || data.type === void 0 && (missing0 = "type") || data.value === void 0 && (missing0 = "value")) {
        validate21.errors = [{ instancePath, keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.key !== void 0) {
          const _errs1 = errors;
          if (!validate7(data.key, { instancePath: instancePath + "/key" })) {
            vErrors = vErrors === null ? validate7.errors : vErrors.concat(validate7.errors);
            errors = vErrors.length;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.type !== void 0) {
            let data1 = data.type;
            const _errs2 = errors;
            if (typeof data1 !== "string") {
              validate21.errors = [{ instancePath: instancePath + "/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            if ("string-array" !== data1) {
              validate21.errors = [{ instancePath: instancePath + "/type", keyword: "const", params: { allowedValue: "string-array" } }];
              return false;
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.value !== void 0) {
              let data2 = data.value;
              const _errs4 = errors;
              if (errors === _errs4) {
                if (Array.isArray(data2)) {
                  var valid1 = true;
                  const len0 = data2.length;
                  for (let i0 = 0; i0 < len0; i0++) {
                    const _errs6 = errors;
                    if (typeof data2[i0] !== "string") {
                      validate21.errors = [{ instancePath: instancePath + "/value/" + i0, keyword: "type", params: { type: "string" } }];
                      return false;
                    }
                    var valid1 = _errs6 === errors;
                    if (!valid1) {
                      break;
                    }
                  }
                } else {
                  validate21.errors = [{ instancePath: instancePath + "/value", keyword: "type", params: { type: "array" } }];
                  return false;
                }
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate21.errors = [{ instancePath, keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate21.errors = vErrors;
  return errors === 0;
}
function validate23(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.key === void 0 && (missing0 = "key") || data.type === void 0 && (missing0 = "type") || data.value === void 0 && (missing0 = "value")) {
        validate23.errors = [{ instancePath, keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.key !== void 0) {
          const _errs1 = errors;
          if (!validate7(data.key, { instancePath: instancePath + "/key" })) {
            vErrors = vErrors === null ? validate7.errors : vErrors.concat(validate7.errors);
            errors = vErrors.length;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.type !== void 0) {
            let data1 = data.type;
            const _errs2 = errors;
            if (typeof data1 !== "string") {
              validate23.errors = [{ instancePath: instancePath + "/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            if ("number-array" !== data1) {
              validate23.errors = [{ instancePath: instancePath + "/type", keyword: "const", params: { allowedValue: "number-array" } }];
              return false;
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.value !== void 0) {
              let data2 = data.value;
              const _errs4 = errors;
              if (errors === _errs4) {
                if (Array.isArray(data2)) {
                  var valid1 = true;
                  const len0 = data2.length;
                  for (let i0 = 0; i0 < len0; i0++) {
                    let data3 = data2[i0];
                    const _errs6 = errors;
                    if (!(typeof data3 == "number" && isFinite(data3))) {
                      validate23.errors = [{ instancePath: instancePath + "/value/" + i0, keyword: "type", params: { type: "number" } }];
                      return false;
                    }
                    var valid1 = _errs6 === errors;
                    if (!valid1) {
                      break;
                    }
                  }
                } else {
                  validate23.errors = [{ instancePath: instancePath + "/value", keyword: "type", params: { type: "array" } }];
                  return false;
                }
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate23.errors = [{ instancePath, keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate23.errors = vErrors;
  return errors === 0;
}
function validate25(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.key === void 0 && (missing0 = "key") || data.type === void 0 && (missing0 = "type") || data.value === void 0 && (missing0 = "value")) {
        validate25.errors = [{ instancePath, keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.key !== void 0) {
          const _errs1 = errors;
          if (!validate7(data.key, { instancePath: instancePath + "/key" })) {
            vErrors = vErrors === null ? validate7.errors : vErrors.concat(validate7.errors);
            errors = vErrors.length;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.type !== void 0) {
            let data1 = data.type;
            const _errs2 = errors;
            if (typeof data1 !== "string") {
              validate25.errors = [{ instancePath: instancePath + "/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            if ("date-array" !== data1) {
              validate25.errors = [{ instancePath: instancePath + "/type", keyword: "const", params: { allowedValue: "date-array" } }];
              return false;
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.value !== void 0) {
              let data2 = data.value;
              const _errs4 = errors;
              if (errors === _errs4) {
                if (Array.isArray(data2)) {
                  var valid1 = true;
                  const len0 = data2.length;
                  for (let i0 = 0; i0 < len0; i0++) {
                    const _errs6 = errors;
                    if (!validate15(data2[i0], { instancePath: instancePath + "/value/" + i0 })) {
                      vErrors = vErrors === null ? validate15.errors : vErrors.concat(validate15.errors);
                      errors = vErrors.length;
                    }
                    var valid1 = _errs6 === errors;
                    if (!valid1) {
                      break;
                    }
                  }
                } else {
                  validate25.errors = [{ instancePath: instancePath + "/value", keyword: "type", params: { type: "array" } }];
                  return false;
                }
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate25.errors = [{ instancePath, keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate25.errors = vErrors;
  return errors === 0;
}
function validate28(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.key === void 0 && (missing0 = "key") || data.type === void 0 && (missing0 = "type") || data.value === void 0 && (missing0 = "value")) {
        validate28.errors = [{ instancePath, keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.key !== void 0) {
          const _errs1 = errors;
          if (!validate7(data.key, { instancePath: instancePath + "/key" })) {
            vErrors = vErrors === null ? validate7.errors : vErrors.concat(validate7.errors);
            errors = vErrors.length;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.type !== void 0) {
            let data1 = data.type;
            const _errs2 = errors;
            if (typeof data1 !== "string") {
              validate28.errors = [{ instancePath: instancePath + "/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            if ("datetime-array" !== data1) {
              validate28.errors = [{ instancePath: instancePath + "/type", keyword: "const", params: { allowedValue: "datetime-array" } }];
              return false;
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.value !== void 0) {
              let data2 = data.value;
              const _errs4 = errors;
              if (errors === _errs4) {
                if (Array.isArray(data2)) {
                  var valid1 = true;
                  const len0 = data2.length;
                  for (let i0 = 0; i0 < len0; i0++) {
                    const _errs6 = errors;
                    if (!validate19(data2[i0], { instancePath: instancePath + "/value/" + i0 })) {
                      vErrors = vErrors === null ? validate19.errors : vErrors.concat(validate19.errors);
                      errors = vErrors.length;
                    }
                    var valid1 = _errs6 === errors;
                    if (!valid1) {
                      break;
                    }
                  }
                } else {
                  validate28.errors = [{ instancePath: instancePath + "/value", keyword: "type", params: { type: "array" } }];
                  return false;
                }
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate28.errors = [{ instancePath, keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate28.errors = vErrors;
  return errors === 0;
}
function validate31(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.key === void 0 && (missing0 = "key") || data.type === void 0 && (missing0 = "type") || data.value === void 0 && (missing0 = "value")) {
        validate31.errors = [{ instancePath, keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.key !== void 0) {
          const _errs1 = errors;
          if (!validate7(data.key, { instancePath: instancePath + "/key" })) {
            vErrors = vErrors === null ? validate7.errors : vErrors.concat(validate7.errors);
            errors = vErrors.length;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.type !== void 0) {
            let data1 = data.type;
            const _errs2 = errors;
            if (typeof data1 !== "string") {
              validate31.errors = [{ instancePath: instancePath + "/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            if ("boolean-array" !== data1) {
              validate31.errors = [{ instancePath: instancePath + "/type", keyword: "const", params: { allowedValue: "boolean-array" } }];
              return false;
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.value !== void 0) {
              let data2 = data.value;
              const _errs4 = errors;
              if (errors === _errs4) {
                if (Array.isArray(data2)) {
                  var valid1 = true;
                  const len0 = data2.length;
                  for (let i0 = 0; i0 < len0; i0++) {
                    const _errs6 = errors;
                    if (typeof data2[i0] !== "boolean") {
                      validate31.errors = [{ instancePath: instancePath + "/value/" + i0, keyword: "type", params: { type: "boolean" } }];
                      return false;
                    }
                    var valid1 = _errs6 === errors;
                    if (!valid1) {
                      break;
                    }
                  }
                } else {
                  validate31.errors = [{ instancePath: instancePath + "/value", keyword: "type", params: { type: "array" } }];
                  return false;
                }
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate31.errors = [{ instancePath, keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate31.errors = vErrors;
  return errors === 0;
}
var formats4 = /^[a-z][a-z\d+.-]*:([\w.~:/?#[\]@!$&'()*+,;=-]|%[\da-f]{2})*$/i;
function validate35(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (errors === 0) {
      if (typeof data === "string") {
        if (!formats4.test(data)) {
          validate35.errors = [{ instancePath, keyword: "format", params: { format: "uri" } }];
          return false;
        }
      } else {
        validate35.errors = [{ instancePath, keyword: "type", params: { type: "string" } }];
        return false;
      }
    }
  }
  validate35.errors = vErrors;
  return errors === 0;
}
function validate33(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.key === void 0 && (missing0 = "key") || data.type === void 0 && (missing0 = "type") || data.value === void 0 && (missing0 = "value")) {
        validate33.errors = [{ instancePath, keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.key !== void 0) {
          const _errs1 = errors;
          if (!validate7(data.key, { instancePath: instancePath + "/key" })) {
            vErrors = vErrors === null ? validate7.errors : vErrors.concat(validate7.errors);
            errors = vErrors.length;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.type !== void 0) {
            let data1 = data.type;
            const _errs2 = errors;
            if (typeof data1 !== "string") {
              validate33.errors = [{ instancePath: instancePath + "/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            if ("file" !== data1) {
              validate33.errors = [{ instancePath: instancePath + "/type", keyword: "const", params: { allowedValue: "file" } }];
              return false;
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.value !== void 0) {
              const _errs4 = errors;
              if (!validate35(data.value, { instancePath: instancePath + "/value" })) {
                vErrors = vErrors === null ? validate35.errors : vErrors.concat(validate35.errors);
                errors = vErrors.length;
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate33.errors = [{ instancePath, keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate33.errors = vErrors;
  return errors === 0;
}
var wrapper0 = { validate: validate5 };
function validate37(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.key === void 0 && (missing0 = "key") || data.type === void 0 && (missing0 = "type") || data.value === void 0 && (missing0 = "value")) {
        validate37.errors = [{ instancePath, keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.key !== void 0) {
          const _errs1 = errors;
          if (!validate7(data.key, { instancePath: instancePath + "/key" })) {
            vErrors = vErrors === null ? validate7.errors : vErrors.concat(validate7.errors);
            errors = vErrors.length;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.type !== void 0) {
            let data1 = data.type;
            const _errs2 = errors;
            if (typeof data1 !== "string") {
              validate37.errors = [{ instancePath: instancePath + "/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            if ("object" !== data1) {
              validate37.errors = [{ instancePath: instancePath + "/type", keyword: "const", params: { allowedValue: "object" } }];
              return false;
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.value !== void 0) {
              let data2 = data.value;
              const _errs4 = errors;
              if (errors === _errs4) {
                if (Array.isArray(data2)) {
                  if (data2.length > 150) {
                    validate37.errors = [{ instancePath: instancePath + "/value", keyword: "maxItems", params: { limit: 150 } }];
                    return false;
                  } else {
                    if (data2.length < 1) {
                      validate37.errors = [{ instancePath: instancePath + "/value", keyword: "minItems", params: { limit: 1 } }];
                      return false;
                    } else {
                      var valid1 = true;
                      const len0 = data2.length;
                      for (let i0 = 0; i0 < len0; i0++) {
                        const _errs6 = errors;
                        if (!wrapper0.validate(data2[i0], { instancePath: instancePath + "/value/" + i0 })) {
                          vErrors = vErrors === null ? wrapper0.validate.errors : vErrors.concat(wrapper0.validate.errors);
                          errors = vErrors.length;
                        }
                        var valid1 = _errs6 === errors;
                        if (!valid1) {
                          break;
                        }
                      }
                    }
                  }
                } else {
                  validate37.errors = [{ instancePath: instancePath + "/value", keyword: "type", params: { type: "array" } }];
                  return false;
                }
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate37.errors = [{ instancePath, keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate37.errors = vErrors;
  return errors === 0;
}
function validate39(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.key === void 0 && (missing0 = "key") || data.type === void 0 && (missing0 = "type") || data.value === void 0 && (missing0 = "value")) {
        validate39.errors = [{ instancePath, keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.key !== void 0) {
          const _errs1 = errors;
          if (!validate7(data.key, { instancePath: instancePath + "/key" })) {
            vErrors = vErrors === null ? validate7.errors : vErrors.concat(validate7.errors);
            errors = vErrors.length;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.type !== void 0) {
            let data1 = data.type;
            const _errs2 = errors;
            if (typeof data1 !== "string") {
              validate39.errors = [{ instancePath: instancePath + "/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            if ("object-array" !== data1) {
              validate39.errors = [{ instancePath: instancePath + "/type", keyword: "const", params: { allowedValue: "object-array" } }];
              return false;
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.value !== void 0) {
              let data2 = data.value;
              const _errs4 = errors;
              if (errors === _errs4) {
                if (Array.isArray(data2)) {
                  var valid1 = true;
                  const len0 = data2.length;
                  for (let i0 = 0; i0 < len0; i0++) {
                    let data3 = data2[i0];
                    const _errs6 = errors;
                    if (errors === _errs6) {
                      if (Array.isArray(data3)) {
                        var valid2 = true;
                        const len1 = data3.length;
                        for (let i1 = 0; i1 < len1; i1++) {
                          const _errs8 = errors;
                          if (!wrapper0.validate(data3[i1], { instancePath: instancePath + "/value/" + i0 + "/" + i1 })) {
                            vErrors = vErrors === null ? wrapper0.validate.errors : vErrors.concat(wrapper0.validate.errors);
                            errors = vErrors.length;
                          }
                          var valid2 = _errs8 === errors;
                          if (!valid2) {
                            break;
                          }
                        }
                      } else {
                        validate39.errors = [{ instancePath: instancePath + "/value/" + i0, keyword: "type", params: { type: "array" } }];
                        return false;
                      }
                    }
                    var valid1 = _errs6 === errors;
                    if (!valid1) {
                      break;
                    }
                  }
                } else {
                  validate39.errors = [{ instancePath: instancePath + "/value", keyword: "type", params: { type: "array" } }];
                  return false;
                }
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate39.errors = [{ instancePath, keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate39.errors = vErrors;
  return errors === 0;
}
function validate5(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      const tag0 = data.type;
      if (typeof tag0 == "string") {
        if (tag0 === "string") {
          if (!validate6(data, { instancePath })) {
            vErrors = vErrors === null ? validate6.errors : vErrors.concat(validate6.errors);
            errors = vErrors.length;
          }
        } else if (tag0 === "number") {
          if (!validate9(data, { instancePath })) {
            vErrors = vErrors === null ? validate9.errors : vErrors.concat(validate9.errors);
            errors = vErrors.length;
          }
        } else if (tag0 === "boolean") {
          if (!validate11(data, { instancePath })) {
            vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors);
            errors = vErrors.length;
          }
        } else if (tag0 === "date") {
          if (!validate13(data, { instancePath })) {
            vErrors = vErrors === null ? validate13.errors : vErrors.concat(validate13.errors);
            errors = vErrors.length;
          }
        } else if (tag0 === "datetime") {
          if (!validate17(data, { instancePath })) {
            vErrors = vErrors === null ? validate17.errors : vErrors.concat(validate17.errors);
            errors = vErrors.length;
          }
        } else if (tag0 === "string-array") {
          if (!validate21(data, { instancePath })) {
            vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors);
            errors = vErrors.length;
          }
        } else if (tag0 === "number-array") {
          if (!validate23(data, { instancePath })) {
            vErrors = vErrors === null ? validate23.errors : vErrors.concat(validate23.errors);
            errors = vErrors.length;
          }
        } else if (tag0 === "date-array") {
          if (!validate25(data, { instancePath })) {
            vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors);
            errors = vErrors.length;
          }
        } else if (tag0 === "datetime-array") {
          if (!validate28(data, { instancePath })) {
            vErrors = vErrors === null ? validate28.errors : vErrors.concat(validate28.errors);
            errors = vErrors.length;
          }
        } else if (tag0 === "boolean-array") {
          if (!validate31(data, { instancePath })) {
            vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
            errors = vErrors.length;
          }
        } else if (tag0 === "file") {
          if (!validate33(data, { instancePath })) {
            vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors);
            errors = vErrors.length;
          }
        } else if (tag0 === "object") {
          if (!validate37(data, { instancePath })) {
            vErrors = vErrors === null ? validate37.errors : vErrors.concat(validate37.errors);
            errors = vErrors.length;
          }
        } else if (tag0 === "object-array") {
          if (!validate39(data, { instancePath })) {
            vErrors = vErrors === null ? validate39.errors : vErrors.concat(validate39.errors);
            errors = vErrors.length;
          }
        } else {
          validate5.errors = [{ instancePath, keyword: "discriminator", params: { error: "mapping", tag: "type", tagValue: tag0 } }];
          return false;
        }
      } else {
        validate5.errors = [{ instancePath, keyword: "discriminator", params: { error: "tag", tag: "type", tagValue: tag0 } }];
        return false;
      }
    } else {
      validate5.errors = [{ instancePath, keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate5.errors = vErrors;
  return errors === 0;
}
var pattern1 = new RegExp("^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d+[+-]\\d{2}:\\d{2}$", "u");
function validate55(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (errors === 0) {
      if (typeof data === "string") {
        if (!pattern1.test(data)) {
          validate55.errors = [{ instancePath, keyword: "pattern", params: { pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d+[+-]\\d{2}:\\d{2}$" } }];
          return false;
        } else {
          if (!formats2(data)) {
            validate55.errors = [{ instancePath, keyword: "format", params: { format: "date-time" } }];
            return false;
          }
        }
      } else {
        validate55.errors = [{ instancePath, keyword: "type", params: { type: "string" } }];
        return false;
      }
    }
  }
  validate55.errors = vErrors;
  return errors === 0;
}
function validate2(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.uid === void 0 && (missing0 = "uid") || data.items === void 0 && (missing0 = "items") || data.createdDate === void 0 && (missing0 = "createdDate") || data.updatedDate === void 0 && (missing0 = "updatedDate")) {
        validate2.errors = [{ instancePath, keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.uid !== void 0) {
          const _errs1 = errors;
          if (!validate3(data.uid, { instancePath: instancePath + "/uid" })) {
            vErrors = vErrors === null ? validate3.errors : vErrors.concat(validate3.errors);
            errors = vErrors.length;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.items !== void 0) {
            let data1 = data.items;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (Array.isArray(data1)) {
                if (data1.length > 150) {
                  validate2.errors = [{ instancePath: instancePath + "/items", keyword: "maxItems", params: { limit: 150 } }];
                  return false;
                } else {
                  if (data1.length < 1) {
                    validate2.errors = [{ instancePath: instancePath + "/items", keyword: "minItems", params: { limit: 1 } }];
                    return false;
                  } else {
                    var valid1 = true;
                    const len0 = data1.length;
                    for (let i0 = 0; i0 < len0; i0++) {
                      const _errs4 = errors;
                      if (!validate5(data1[i0], { instancePath: instancePath + "/items/" + i0 })) {
                        vErrors = vErrors === null ? validate5.errors : vErrors.concat(validate5.errors);
                        errors = vErrors.length;
                      }
                      var valid1 = _errs4 === errors;
                      if (!valid1) {
                        break;
                      }
                    }
                  }
                }
              } else {
                validate2.errors = [{ instancePath: instancePath + "/items", keyword: "type", params: { type: "array" } }];
                return false;
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.createdDate !== void 0) {
              const _errs5 = errors;
              if (!validate55(data.createdDate, { instancePath: instancePath + "/createdDate" })) {
                vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors);
                errors = vErrors.length;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.updatedDate !== void 0) {
                const _errs6 = errors;
                if (!validate55(data.updatedDate, { instancePath: instancePath + "/updatedDate" })) {
                  vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors);
                  errors = vErrors.length;
                }
                var valid0 = _errs6 === errors;
              } else {
                var valid0 = true;
              }
            }
          }
        }
      }
    } else {
      validate2.errors = [{ instancePath, keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate2.errors = vErrors;
  return errors === 0;
}
function validate1(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.data === void 0 && (missing0 = "data")) {
        validate1.errors = [{ instancePath, keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.data !== void 0) {
          if (!validate2(data.data, { instancePath: instancePath + "/data" })) {
            vErrors = vErrors === null ? validate2.errors : vErrors.concat(validate2.errors);
            errors = vErrors.length;
          }
        }
      }
    } else {
      validate1.errors = [{ instancePath, keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1.errors = vErrors;
  return errors === 0;
}
var response1 = validate59;
function validate60(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.uid === void 0 && (missing0 = "uid") || data.createdDate === void 0 && (missing0 = "createdDate") || data.updatedDate === void 0 && (missing0 = "updatedDate")) {
        validate60.errors = [{ instancePath, keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.uid !== void 0) {
          let data0 = data.uid;
          const _errs1 = errors;
          if (errors === _errs1) {
            if (typeof data0 === "string") {
              if (func0(data0) > 100) {
                validate60.errors = [{ instancePath: instancePath + "/uid", keyword: "maxLength", params: { limit: 100 } }];
                return false;
              } else {
                if (func0(data0) < 1) {
                  validate60.errors = [{ instancePath: instancePath + "/uid", keyword: "minLength", params: { limit: 1 } }];
                  return false;
                }
              }
            } else {
              validate60.errors = [{ instancePath: instancePath + "/uid", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.poNumber !== void 0) {
            const _errs3 = errors;
            if (typeof data.poNumber !== "string") {
              validate60.errors = [{ instancePath: instancePath + "/poNumber", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.poStatus !== void 0) {
              const _errs5 = errors;
              if (typeof data.poStatus !== "string") {
                validate60.errors = [{ instancePath: instancePath + "/poStatus", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.clientId !== void 0) {
                const _errs7 = errors;
                if (typeof data.clientId !== "string") {
                  validate60.errors = [{ instancePath: instancePath + "/clientId", keyword: "type", params: { type: "string" } }];
                  return false;
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.factoryId !== void 0) {
                  const _errs9 = errors;
                  if (typeof data.factoryId !== "string") {
                    validate60.errors = [{ instancePath: instancePath + "/factoryId", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                  var valid0 = _errs9 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.deliveryDate !== void 0) {
                    const _errs11 = errors;
                    if (!validate15(data.deliveryDate, { instancePath: instancePath + "/deliveryDate" })) {
                      vErrors = vErrors === null ? validate15.errors : vErrors.concat(validate15.errors);
                      errors = vErrors.length;
                    }
                    var valid0 = _errs11 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.totalQuantity !== void 0) {
                      let data6 = data.totalQuantity;
                      const _errs12 = errors;
                      if (!(typeof data6 == "number" && (!(data6 % 1) && !isNaN(data6)) && isFinite(data6))) {
                        validate60.errors = [{ instancePath: instancePath + "/totalQuantity", keyword: "type", params: { type: "integer" } }];
                        return false;
                      }
                      if (errors === _errs12) {
                        if (typeof data6 == "number" && isFinite(data6)) {
                          if (data6 < 0 || isNaN(data6)) {
                            validate60.errors = [{ instancePath: instancePath + "/totalQuantity", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                            return false;
                          }
                        }
                      }
                      var valid0 = _errs12 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.createdDate !== void 0) {
                        const _errs14 = errors;
                        if (!validate55(data.createdDate, { instancePath: instancePath + "/createdDate" })) {
                          vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors);
                          errors = vErrors.length;
                        }
                        var valid0 = _errs14 === errors;
                      } else {
                        var valid0 = true;
                      }
                      if (valid0) {
                        if (data.updatedDate !== void 0) {
                          const _errs15 = errors;
                          if (!validate55(data.updatedDate, { instancePath: instancePath + "/updatedDate" })) {
                            vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors);
                            errors = vErrors.length;
                          }
                          var valid0 = _errs15 === errors;
                        } else {
                          var valid0 = true;
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate60.errors = [{ instancePath, keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate60.errors = vErrors;
  return errors === 0;
}
function validate59(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.data === void 0 && (missing0 = "data") || data.limit === void 0 && (missing0 = "limit") || data.offset === void 0 && (missing0 = "offset") || data.total === void 0 && (missing0 = "total")) {
        validate59.errors = [{ instancePath, keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.data !== void 0) {
          let data0 = data.data;
          const _errs1 = errors;
          if (errors === _errs1) {
            if (Array.isArray(data0)) {
              var valid1 = true;
              const len0 = data0.length;
              for (let i0 = 0; i0 < len0; i0++) {
                const _errs3 = errors;
                if (!validate60(data0[i0], { instancePath: instancePath + "/data/" + i0 })) {
                  vErrors = vErrors === null ? validate60.errors : vErrors.concat(validate60.errors);
                  errors = vErrors.length;
                }
                var valid1 = _errs3 === errors;
                if (!valid1) {
                  break;
                }
              }
            } else {
              validate59.errors = [{ instancePath: instancePath + "/data", keyword: "type", params: { type: "array" } }];
              return false;
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.limit !== void 0) {
            let data2 = data.limit;
            const _errs4 = errors;
            if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
              validate59.errors = [{ instancePath: instancePath + "/limit", keyword: "type", params: { type: "integer" } }];
              return false;
            }
            if (errors === _errs4) {
              if (typeof data2 == "number" && isFinite(data2)) {
                if (data2 > 100 || isNaN(data2)) {
                  validate59.errors = [{ instancePath: instancePath + "/limit", keyword: "maximum", params: { comparison: "<=", limit: 100 } }];
                  return false;
                } else {
                  if (data2 < 1 || isNaN(data2)) {
                    validate59.errors = [{ instancePath: instancePath + "/limit", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                    return false;
                  }
                }
              }
            }
            var valid0 = _errs4 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.offset !== void 0) {
              let data3 = data.offset;
              const _errs6 = errors;
              if (!(typeof data3 == "number" && (!(data3 % 1) && !isNaN(data3)) && isFinite(data3))) {
                validate59.errors = [{ instancePath: instancePath + "/offset", keyword: "type", params: { type: "integer" } }];
                return false;
              }
              if (errors === _errs6) {
                if (typeof data3 == "number" && isFinite(data3)) {
                  if (data3 < 0 || isNaN(data3)) {
                    validate59.errors = [{ instancePath: instancePath + "/offset", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                    return false;
                  }
                }
              }
              var valid0 = _errs6 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.total !== void 0) {
                let data4 = data.total;
                const _errs8 = errors;
                if (!(typeof data4 == "number" && (!(data4 % 1) && !isNaN(data4)) && isFinite(data4))) {
                  validate59.errors = [{ instancePath: instancePath + "/total", keyword: "type", params: { type: "integer" } }];
                  return false;
                }
                if (errors === _errs8) {
                  if (typeof data4 == "number" && isFinite(data4)) {
                    if (data4 < 0 || isNaN(data4)) {
                      validate59.errors = [{ instancePath: instancePath + "/total", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                      return false;
                    }
                  }
                }
                var valid0 = _errs8 === errors;
              } else {
                var valid0 = true;
              }
            }
          }
        }
      }
    } else {
      validate59.errors = [{ instancePath, keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate59.errors = vErrors;
  return errors === 0;
}
var response2 = validate65;
function validate66(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.uid === void 0 && (missing0 = "uid") || data.created_at === void 0 && (missing0 = "created_at") || data.updated_at === void 0 && (missing0 = "updated_at")) {
        validate66.errors = [{ instancePath, keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.uid !== void 0) {
          let data0 = data.uid;
          const _errs1 = errors;
          if (errors === _errs1) {
            if (typeof data0 === "string") {
              if (func0(data0) > 100) {
                validate66.errors = [{ instancePath: instancePath + "/uid", keyword: "maxLength", params: { limit: 100 } }];
                return false;
              } else {
                if (func0(data0) < 1) {
                  validate66.errors = [{ instancePath: instancePath + "/uid", keyword: "minLength", params: { limit: 1 } }];
                  return false;
                }
              }
            } else {
              validate66.errors = [{ instancePath: instancePath + "/uid", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.po_number !== void 0) {
            const _errs3 = errors;
            if (typeof data.po_number !== "string") {
              validate66.errors = [{ instancePath: instancePath + "/po_number", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.po_status !== void 0) {
              const _errs5 = errors;
              if (typeof data.po_status !== "string") {
                validate66.errors = [{ instancePath: instancePath + "/po_status", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.client_id !== void 0) {
                const _errs7 = errors;
                if (typeof data.client_id !== "string") {
                  validate66.errors = [{ instancePath: instancePath + "/client_id", keyword: "type", params: { type: "string" } }];
                  return false;
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.factory_id !== void 0) {
                  const _errs9 = errors;
                  if (typeof data.factory_id !== "string") {
                    validate66.errors = [{ instancePath: instancePath + "/factory_id", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                  var valid0 = _errs9 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.delivery_date !== void 0) {
                    const _errs11 = errors;
                    if (!validate15(data.delivery_date, { instancePath: instancePath + "/delivery_date" })) {
                      vErrors = vErrors === null ? validate15.errors : vErrors.concat(validate15.errors);
                      errors = vErrors.length;
                    }
                    var valid0 = _errs11 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.total_quantity !== void 0) {
                      let data6 = data.total_quantity;
                      const _errs12 = errors;
                      if (!(typeof data6 == "number" && (!(data6 % 1) && !isNaN(data6)) && isFinite(data6))) {
                        validate66.errors = [{ instancePath: instancePath + "/total_quantity", keyword: "type", params: { type: "integer" } }];
                        return false;
                      }
                      if (errors === _errs12) {
                        if (typeof data6 == "number" && isFinite(data6)) {
                          if (data6 < 0 || isNaN(data6)) {
                            validate66.errors = [{ instancePath: instancePath + "/total_quantity", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                            return false;
                          }
                        }
                      }
                      var valid0 = _errs12 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.created_at !== void 0) {
                        const _errs14 = errors;
                        if (!validate55(data.created_at, { instancePath: instancePath + "/created_at" })) {
                          vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors);
                          errors = vErrors.length;
                        }
                        var valid0 = _errs14 === errors;
                      } else {
                        var valid0 = true;
                      }
                      if (valid0) {
                        if (data.updated_at !== void 0) {
                          const _errs15 = errors;
                          if (!validate55(data.updated_at, { instancePath: instancePath + "/updated_at" })) {
                            vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors);
                            errors = vErrors.length;
                          }
                          var valid0 = _errs15 === errors;
                        } else {
                          var valid0 = true;
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate66.errors = [{ instancePath, keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate66.errors = vErrors;
  return errors === 0;
}
function validate65(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (Array.isArray(data)) {
      var valid0 = true;
      const len0 = data.length;
      for (let i0 = 0; i0 < len0; i0++) {
        const _errs1 = errors;
        if (!validate66(data[i0], { instancePath: instancePath + "/" + i0 })) {
          vErrors = vErrors === null ? validate66.errors : vErrors.concat(validate66.errors);
          errors = vErrors.length;
        }
        var valid0 = _errs1 === errors;
        if (!valid0) {
          break;
        }
      }
    } else {
      validate65.errors = [{ instancePath, keyword: "type", params: { type: "array" } }];
      return false;
    }
  }
  validate65.errors = vErrors;
  return errors === 0;
}
var response3 = validate71;
var schema27 = { "type": "object", "required": ["count", "next", "previous", "data"], "properties": { "count": { "type": "integer", "minimum": 0 }, "next": { "type": ["string", "null"], "format": "uri" }, "previous": { "type": ["string", "null"], "format": "uri" }, "data": { "type": "array", "items": { "$ref": "#/components/schemas/Report" } } } };
function validate72(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.uid === void 0 && (missing0 = "uid") || data.createdDate === void 0 && (missing0 = "createdDate") || data.updatedDate === void 0 && (missing0 = "updatedDate")) {
        validate72.errors = [{ instancePath, keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.uid !== void 0) {
          let data0 = data.uid;
          const _errs1 = errors;
          if (errors === _errs1) {
            if (typeof data0 === "string") {
              if (func0(data0) > 100) {
                validate72.errors = [{ instancePath: instancePath + "/uid", keyword: "maxLength", params: { limit: 100 } }];
                return false;
              } else {
                if (func0(data0) < 1) {
                  validate72.errors = [{ instancePath: instancePath + "/uid", keyword: "minLength", params: { limit: 1 } }];
                  return false;
                }
              }
            } else {
              validate72.errors = [{ instancePath: instancePath + "/uid", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.caseNumber !== void 0) {
            const _errs3 = errors;
            if (typeof data.caseNumber !== "string") {
              validate72.errors = [{ instancePath: instancePath + "/caseNumber", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.bookingType !== void 0) {
              const _errs5 = errors;
              if (typeof data.bookingType !== "string") {
                validate72.errors = [{ instancePath: instancePath + "/bookingType", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.country !== void 0) {
                const _errs7 = errors;
                if (typeof data.country !== "string") {
                  validate72.errors = [{ instancePath: instancePath + "/country", keyword: "type", params: { type: "string" } }];
                  return false;
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.createdDate !== void 0) {
                  const _errs9 = errors;
                  if (!validate55(data.createdDate, { instancePath: instancePath + "/createdDate" })) {
                    vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors);
                    errors = vErrors.length;
                  }
                  var valid0 = _errs9 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.updatedDate !== void 0) {
                    const _errs10 = errors;
                    if (!validate55(data.updatedDate, { instancePath: instancePath + "/updatedDate" })) {
                      vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors);
                      errors = vErrors.length;
                    }
                    var valid0 = _errs10 === errors;
                  } else {
                    var valid0 = true;
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate72.errors = [{ instancePath, keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate72.errors = vErrors;
  return errors === 0;
}
function validate71(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.count === void 0 && (missing0 = "count") || data.next === void 0 && (missing0 = "next") || data.previous === void 0 && (missing0 = "previous") || data.data === void 0 && (missing0 = "data")) {
        validate71.errors = [{ instancePath, keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.count !== void 0) {
          let data0 = data.count;
          const _errs1 = errors;
          if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
            validate71.errors = [{ instancePath: instancePath + "/count", keyword: "type", params: { type: "integer" } }];
            return false;
          }
          if (errors === _errs1) {
            if (typeof data0 == "number" && isFinite(data0)) {
              if (data0 < 0 || isNaN(data0)) {
                validate71.errors = [{ instancePath: instancePath + "/count", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                return false;
              }
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.next !== void 0) {
            let data1 = data.next;
            const _errs3 = errors;
            if (typeof data1 !== "string" && data1 !== null) {
              validate71.errors = [{ instancePath: instancePath + "/next", keyword: "type", params: { type: schema27.properties.next.type } }];
              return false;
            }
            if (errors === _errs3) {
              if (errors === _errs3) {
                if (typeof data1 === "string") {
                  if (!formats4.test(data1)) {
                    validate71.errors = [{ instancePath: instancePath + "/next", keyword: "format", params: { format: "uri" } }];
                    return false;
                  }
                }
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.previous !== void 0) {
              let data2 = data.previous;
              const _errs5 = errors;
              if (typeof data2 !== "string" && data2 !== null) {
                validate71.errors = [{ instancePath: instancePath + "/previous", keyword: "type", params: { type: schema27.properties.previous.type } }];
                return false;
              }
              if (errors === _errs5) {
                if (errors === _errs5) {
                  if (typeof data2 === "string") {
                    if (!formats4.test(data2)) {
                      validate71.errors = [{ instancePath: instancePath + "/previous", keyword: "format", params: { format: "uri" } }];
                      return false;
                    }
                  }
                }
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.data !== void 0) {
                let data3 = data.data;
                const _errs7 = errors;
                if (errors === _errs7) {
                  if (Array.isArray(data3)) {
                    var valid1 = true;
                    const len0 = data3.length;
                    for (let i0 = 0; i0 < len0; i0++) {
                      const _errs9 = errors;
                      if (!validate72(data3[i0], { instancePath: instancePath + "/data/" + i0 })) {
                        vErrors = vErrors === null ? validate72.errors : vErrors.concat(validate72.errors);
                        errors = vErrors.length;
                      }
                      var valid1 = _errs9 === errors;
                      if (!valid1) {
                        break;
                      }
                    }
                  } else {
                    validate71.errors = [{ instancePath: instancePath + "/data", keyword: "type", params: { type: "array" } }];
                    return false;
                  }
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
            }
          }
        }
      }
    } else {
      validate71.errors = [{ instancePath, keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate71.errors = vErrors;
  return errors === 0;
}
export const responseValidators = { createMetadata: response0, listPurchaseOrders: response1, listPurchaseOrdersV3: response2, listReports: response3 };
