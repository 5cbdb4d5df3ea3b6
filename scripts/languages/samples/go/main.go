package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"reflect"
	"time"

	metadata "example.com/you/metadata"
)

// #region first-request
func connect(baseURL, apiKey string) (*metadata.APIClient, context.Context) {
	configuration := metadata.NewConfiguration()
	configuration.Servers = metadata.ServerConfigurations{{URL: baseURL}}
	key := map[string]metadata.APIKey{"apiKey": {Key: apiKey}}
	ctx := context.WithValue(context.Background(), metadata.ContextAPIKeys, key)
	return metadata.NewAPIClient(configuration), ctx
}

func createOne(client *metadata.APIClient, ctx context.Context) error {
	note := metadata.NewStringItemInput("note", "string", "Lot 7 passed")
	uid := fmt.Sprintf("go-%d", time.Now().UnixNano())
	input := metadata.NewMetadataInput(uid, []metadata.MetadataItemInput{
		metadata.StringItemInputAsMetadataItemInput(note),
	})
	request := client.MetadataAPI.CreateMetadata(ctx, "inspection").MetadataInput(*input)
	created, _, err := request.Execute()
	if err != nil {
		return err
	}
	fmt.Println("Created", created.Data.Uid, "at", created.Data.CreatedDate)
	return nil
}

// #endregion

// #region all-types
func allTypes() []metadata.MetadataItemInput {
	photo := "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"
	moment := time.Date(2026, 11, 21, 13, 15, 0, 250_000_000, time.FixedZone("", 7*60*60))
	operators := metadata.NumberItemInputAsMetadataItemInput(metadata.NewNumberItemInput("operators", "number", 24))
	line := metadata.ObjectItemInputAsMetadataItemInput(metadata.NewObjectItemInput("line", "object", []metadata.MetadataItemInput{operators}))
	certificate := metadata.FileItemInputAsMetadataItemInput(metadata.NewFileItemInput("certificate", "file", photo))
	return []metadata.MetadataItemInput{
		metadata.StringItemInputAsMetadataItemInput(metadata.NewStringItemInput("note", "string", "xong ✓")),
		metadata.NumberItemInputAsMetadataItemInput(metadata.NewNumberItemInput("weight", "number", 12.123456789012)),
		metadata.BooleanItemInputAsMetadataItemInput(metadata.NewBooleanItemInput("sealed", "boolean", true)),
		metadata.DateItemInputAsMetadataItemInput(metadata.NewDateItemInput("day", "date", "2026-11-21")),
		metadata.DatetimeItemInputAsMetadataItemInput(metadata.NewDatetimeItemInput("arrivedAt", "datetime", moment)),
		metadata.StringArrayItemInputAsMetadataItemInput(metadata.NewStringArrayItemInput("colours", "string-array", []string{"blue", "navy"})),
		metadata.NumberArrayItemInputAsMetadataItemInput(metadata.NewNumberArrayItemInput("sizes", "number-array", []float64{1.5, -3})),
		metadata.DateArrayItemInputAsMetadataItemInput(metadata.NewDateArrayItemInput("visits", "date-array", []string{"2026-11-21"})),
		metadata.DatetimeArrayItemInputAsMetadataItemInput(metadata.NewDatetimeArrayItemInput("scans", "datetime-array", []time.Time{moment})),
		metadata.BooleanArrayItemInputAsMetadataItemInput(metadata.NewBooleanArrayItemInput("checks", "boolean-array", []bool{true, false})),
		metadata.FileItemInputAsMetadataItemInput(metadata.NewFileItemInput("photo", "file", photo)),
		metadata.ObjectItemInputAsMetadataItemInput(metadata.NewObjectItemInput("factory", "object", []metadata.MetadataItemInput{line, certificate})),
		metadata.ObjectArrayItemInputAsMetadataItemInput(metadata.NewObjectArrayItemInput("defects", "object-array", []metadata.MetadataItemInput{operators, certificate})),
	}
}

// #endregion

// #region paging

// The standard envelope: until offset reaches total. Add the limit from the response: a
// server may lower it.
func purchaseOrders(
	client *metadata.APIClient, ctx context.Context,
) (uids []string, err error) {
	request := client.PurchaseOrdersAPI.ListPurchaseOrders(ctx).Limit(100)
	for offset := int32(0); ; {
		page, _, err := request.Offset(offset).Execute()
		if err != nil {
			return nil, err
		}
		for _, order := range page.Data {
			uids = append(uids, order.Uid)
		}
		if offset += page.Limit; offset >= page.Total {
			return uids, nil
		}
	}
}

// A plain array: only an empty page marks the end.
func purchaseOrdersV3(
	client *metadata.APIClient, ctx context.Context,
) (uids []string, err error) {
	request := client.PurchaseOrdersAPI.ListPurchaseOrdersV3(ctx).Limit(200)
	for {
		page, _, err := request.Offset(int32(len(uids))).Execute()
		if err != nil || len(page) == 0 {
			return uids, err
		}
		for _, order := range page {
			uids = append(uids, order.Uid)
		}
	}
}

// The linked envelope: until next is null. Page by offset: next may contain a host that you
// cannot reach.
func reports(client *metadata.APIClient, ctx context.Context) (uids []string, err error) {
	request := client.ReportsAPI.ListReports(ctx).Limit(50)
	for {
		page, _, err := request.Offset(int32(len(uids))).Execute()
		if err != nil {
			return nil, err
		}
		for _, report := range page.Data {
			uids = append(uids, report.Uid)
		}
		if page.Next.Get() == nil {
			return uids, nil
		}
	}
}

// #endregion

func main() {
	client, ctx := connect(os.Getenv("BASE_URL"), os.Getenv("API_KEY"))
	check(createOne(client, ctx))
	input := metadata.NewMetadataInput("all-types-go", allTypes())
	created, _, err := client.MetadataAPI.CreateMetadata(ctx, "inspection").MetadataInput(*input).Execute()
	check(err)
	decoded := []string{}
	for _, item := range created.Data.Items {
		decoded = append(decoded, reflect.TypeOf(item.GetActualInstanceValue()).Name())
	}
	orders, err := purchaseOrders(client, ctx)
	check(err)
	ordersV3, err := purchaseOrdersV3(client, ctx)
	check(err)
	reports, err := reports(client, ctx)
	check(err)
	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"uid": created.Data.Uid, "items": created.Data.Items, "decoded": decoded,
		"listPurchaseOrders": orders, "listPurchaseOrdersV3": ordersV3, "listReports": reports,
	}))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
